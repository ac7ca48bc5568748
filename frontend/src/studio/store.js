// What the folder holds, as the server last said; pages hear of changes.

import { address, get, post } from "./api.js";

const listeners = new Set();
export const store = { state: null, jobs: [], options: {} };

export function hear(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
const tell = what => listeners.forEach(listener => listener(what));

export async function refresh() {
  const state = await get("state");
  const changed = JSON.stringify(state) !== JSON.stringify(store.state);
  store.state = state;
  store.jobs = state.jobs;
  if (changed) tell("state");
  return state;
}

/** Change the folder: what was said of it. */
export async function act(deed, asked = {}) {
  const { state, said } = await post(deed, asked);
  store.state = state;
  store.jobs = state.jobs;
  tell("state");
  return said;
}

/** Change keys of dynid.yaml. */
export const change = keys => act("project", keys);

export async function start(verb, asked = {}) {
  const job = await post("jobs", { verb, ...asked });
  store.jobs = [job, ...store.jobs.filter(each => each.id !== job.id)];
  tell("jobs");
  return job;
}

/** The newest job of a verb that fits; null for none. */
export const latest = (verb, fits = () => true) =>
  store.jobs.find(job => job.verb === verb && fits(job)) || null;

export function follow() {
  const source = new EventSource(address("api/events"));
  source.onmessage = async event => {
    const before = new Map(store.jobs.map(job => [job.id, job.state]));
    const { jobs, mark } = JSON.parse(event.data),
      changed = store.mark && store.mark !== mark;
    Object.assign(store, { jobs, mark });
    const ended = store.jobs.some(job => before.get(job.id) !== job.state && job.state === "done");
    tell("jobs");
    if (ended || changed) await refresh().catch(() => {});
  };
  source.onerror = () => tell("lost");
  source.onopen = () => tell("found");
  // another window, or the command line, may have changed the folder
  addEventListener("focus", () => refresh().catch(() => tell("lost")));
}
