"""Where things are."""

import os
from pathlib import Path

HERE = Path(__file__).resolve().parent.parent
ROOT = HERE.parent.parent
TABLE = ROOT / "docs" / "interop.md"
FAILURES = HERE / "failures.json"
TARGET = Path(os.environ.get("CARGO_TARGET_DIR") or ROOT / "target").resolve()
# What is installed, the logs, and a home for programs that write into theirs.
CACHE = Path(os.environ.get("INTEROP_CACHE") or TARGET / "interop").resolve()
LOGS = CACHE / "logs"
HOME = CACHE / "home"
