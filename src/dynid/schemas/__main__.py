"""python -m dynid.schemas identify > identify.schema.json"""

from __future__ import annotations

import json
import sys

from dynid.errors import DynidError
from dynid.schemas.build import json_schema
from dynid.schemas.commands import SCHEMAS


def main() -> None:
    try:
        found = [json_schema(command) for command in sys.argv[1:] or SCHEMAS]
    except DynidError as error:
        raise SystemExit(f"dynid: {error}") from None
    print(json.dumps(found[0] if len(found) == 1 else found, indent=2))


if __name__ == "__main__":
    main()
