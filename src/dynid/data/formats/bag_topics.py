"""Joint states of several topics of one bag as one recording."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from dynid.arrays import Array, Ints
from dynid.errors import InputError, join_names


@dataclass(frozen=True, eq=False)
class TopicColumns:
    """What one topic tells: stamps and times of arrival [ns], and (N, n) of q, tau, perhaps qd."""

    topic: str
    joints: tuple[str, ...]
    stamps: Ints
    arrivals: Ints
    data: Mapping[str, Array]
    notes: tuple[str, ...] = ()


def join_topics(where: str, topics: Sequence[TopicColumns]) -> TopicColumns:
    """The joints of all topics, at the stamps of the first one, where all have begun and none has
    ended; the others are interpolated, linearly, and that is noted."""
    first, *others = topics
    if not others:
        return first
    names = [joint for each in topics for joint in each.joints]
    if twice := sorted({name for name in names if names.count(name) > 1}):
        raise InputError(
            f"{where}: {join_names(twice)} is on several of the topics"
            f" {join_names(each.topic for each in topics)}; expected every joint on one of them."
        )
    for each in topics:
        if len(each.stamps) < 2 or (np.diff(each.stamps) <= 0).any():
            raise InputError(
                f"{where}: the stamps of topic '{each.topic}' do not increase, so it cannot be"
                " joined with others; expected two messages or more, in order. Convert it alone."
            )
    begin, end = max(x.stamps[0] for x in topics), min(x.stamps[-1] for x in topics)
    keep = (first.stamps >= begin) & (first.stamps <= end)
    if np.count_nonzero(keep) < 2:
        raise InputError(
            f"{where}: the topics {join_names(each.topic for each in topics)} were not recorded at "
            f"the"
            " same time; expected topics that overlap."
        )
    stamps = first.stamps[keep]
    t = (stamps - begin) / 1e9
    notes = [note for each in topics for note in each.notes]
    data = {name: [array[keep]] for name, array in first.data.items()}
    for other in others:
        own = (other.stamps - begin) / 1e9
        for name in list(data):
            if name not in other.data:
                del data[name]
                notes.append(f"velocities ignored: topic '{other.topic}' has none")
                continue
            columns = [np.interp(t, own, column) for column in other.data[name].T]
            data[name].append(np.stack(columns, axis=1))
        step = float(np.median(np.diff(own)))
        notes.append(
            f"'{other.topic}', a message every {step:.3g} s, is interpolated at the stamps of"
            f" '{first.topic}', every {float(np.median(np.diff(t))):.3g} s"
        )
    whole = {name: np.concatenate(parts, axis=1) for name, parts in data.items()}
    topic = " and ".join(each.topic for each in topics)
    return TopicColumns(topic, tuple(names), stamps, first.arrivals[keep], whole, tuple(notes))
