"""Installs, runs, and writes or checks the table."""

import argparse
import difflib
import shutil
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor

from . import install
from .peers import PEERS
from .places import HOME, LOGS, TABLE
from .processes import Failed
from .runs import Run
from .table import document, line


def main():
    arguments = parsed()
    shutil.rmtree(LOGS, ignore_errors=True)
    LOGS.mkdir(parents=True)
    HOME.mkdir(parents=True, exist_ok=True)

    names = dict.fromkeys(arguments.peers or PEERS)
    folders = dict.fromkeys(folder for name in names for folder in PEERS[name].folders)
    made = {}
    with ThreadPoolExecutor(2) as pool:
        installs = {folder: pool.submit(install.environment, folder) for folder in folders}
        try:
            print("building our side, and installing", flush=True)
            fixture = install.fixture()
            for name in names:
                made |= peer(fixture, name, [installs[folder] for folder in PEERS[name].folders])
        except BaseException:
            pool.shutdown(cancel_futures=True)
            raise
    failures = [row for row, (_, result) in made.items() if result.startswith("FAILED")]
    if failures:
        print(f"\n{len(failures)} of {len(made)} failed; the logs are in {LOGS}", file=sys.stderr)
        return 1
    if arguments.peers and not arguments.check:
        return 0
    return compared(made, arguments) if arguments.check else written(made)


def parsed():
    parser = argparse.ArgumentParser(
        prog="tests/interop/run",
        description="Runs ours against those of others, and writes docs/interop.md.",
        epilog="Without peers it runs all. With peers it writes nothing.",
    )
    check = "fail if docs/interop.md says otherwise"
    parser.add_argument("--check", action="store_true", help=check)
    parser.add_argument("peers", metavar="PEER", nargs="*", help=", ".join(PEERS))
    arguments = parser.parse_args()
    unknown = set(arguments.peers) - set(PEERS)
    if unknown:
        parser.error(f"no such peer: {', '.join(sorted(unknown))}")
    return arguments


def peer(fixture, name, installs):
    """Every row of a peer: what it reached, and the result."""
    broken = None
    try:
        for installed in installs:
            installed.result()
    except (subprocess.SubprocessError, OSError) as error:
        print(error, file=sys.stderr)
        broken = "FAILED: not installed"
    print(f"\n{name}", flush=True)
    made = {}
    for row in PEERS[name].rows:
        began = time.monotonic()
        made[row] = ("–", broken) if broken else one(fixture, row)
        print(f"{line(row, *made[row])} {time.monotonic() - began:.1f} s", flush=True)
    return made


def one(fixture, row):
    try:
        protocol, result = row.run(Run(fixture, row.name))
    except Failed as failure:
        return "–", f"FAILED: {failure}"
    except Exception as error:  # One peer's trouble must not hide the others.
        return "–", f"FAILED: {type(error).__name__}: {error}"
    if row.expected is not None and result not in row.expected:
        return protocol, f"FAILED: {result}"
    return protocol, result


def written(made):
    TABLE.write_text(document(made), "utf-8")
    print(f"\n{len(made)} rows; {TABLE} is written")
    return 0


def compared(made, arguments):
    committed = TABLE.read_text("utf-8")
    if arguments.peers:
        missing = [line(row, *of) for row, of in made.items() if line(row, *of) not in committed]
        print("".join(f"\nnot in {TABLE}: {row}" for row in missing))
        return 1 if missing else 0
    both = committed.splitlines(), document(made).splitlines()
    differences = list(difflib.unified_diff(*both, str(TABLE), "this run", lineterm="", n=0))
    print("\n".join(differences) or f"\n{len(made)} rows; {TABLE} says the same")
    return 1 if differences else 0


sys.exit(main())
