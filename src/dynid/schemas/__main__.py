"""python -m dynid.schemas identify > identify.schema.json"""

from __future__ import annotations

import json
import sys

from dynid.errors import DynidError
from dynid.schemas.command_schemas import SCHEMAS
from dynid.schemas.schema_builder import make_json_schema


def main() -> None:
    try:
        found = [make_json_schema(command) for command in sys.argv[1:] or SCHEMAS]
    except DynidError as error:
        raise SystemExit(f"dynid: {error}") from None
    print(json.dumps(found[0] if len(found) == 1 else found, indent=2))


if __name__ == "__main__":
    main()
