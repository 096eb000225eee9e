"""What was put into results, beside what arrived."""

import json

from .processes import Failed

KEY = "io.modelcontextprotocol/toolFailure"

UNCHANGED = "unchanged"
NUMBERS = "unchanged but for numbers"
DROPPED = "dropped"

# What the retrying client makes of each tool: attempts, and why there are no more.
DECISIONS = {
    "capability": (1, "class_forbids"),
    "governance": (1, "class_forbids"),
    "reliability": (1, "tool_not_idempotent"),
    "idempotent": (3, "attempts_exhausted"),
    "later": (1, "deadline"),
    "output_schema": (1, "class_forbids"),
    "odd": (1, "not_retryable"),
    "unclassified": (1, "no_extension"),
    "succeeds": (1, "success"),
}


def lines(text):
    try:
        # Not `splitlines`: that breaks lines at U+2028, too, which may stand in JSON.
        return [json.loads(line) for line in text.split("\n") if line]
    except ValueError:
        raise Failed("its output is not JSON Lines") from None


def result(sent, received):
    """One word for all tools, or `Failed` with the first thing that is wrong.

    Both are lists of `{tool, isError, text, meta}`; `received` may have `{tool, raised, text}`.
    """
    latest = {line["tool"]: line for line in sent}
    for tools in (list(latest), [line["tool"] for line in received]):
        if sorted(tools) != sorted(DECISIONS):
            raise Failed(f"only these tools: {', '.join(tools)}")
    words = {}
    for line in received:
        word = one(latest[line["tool"]], line)
        words.setdefault(word, []).append(line["tool"])
    words.pop(None, None)
    if set(words) == {UNCHANGED, NUMBERS}:
        # Only the odd one has numbers that a double does not hold.
        return NUMBERS if words[NUMBERS] == ["odd"] else failed(words)
    return next(iter(words)) if len(words) == 1 else failed(words)


def failed(words):
    raise Failed("; ".join(f"{word}: {', '.join(tools)}" for word, tools in sorted(words.items())))


def one(sent, received):
    """`None` where there is nothing to say, since nothing was classified."""
    tool, put = sent["tool"], value(sent)
    if "raised" in received:
        if not sent["isError"]:
            raise Failed(f"{tool}: {received['raised']} for a success")
        if received["text"] != ["\n".join(sent["text"])]:
            raise Failed(f"{tool}: {received['raised']} with another text")
        return f"lost: `{received['raised']}` is raised, with the text alone"
    if received["isError"] != sent["isError"]:
        raise Failed(f"{tool}: isError is {received['isError']}")
    if received["text"] != sent["text"]:
        raise Failed(f"{tool}: another text")
    came = value(received)
    if put is None:
        return None if came is None else "invented"
    if came is None:
        return DROPPED
    if canonical(came) == canonical(put):
        return UNCHANGED
    return NUMBERS if canonical(came) == canonical(as_double(put)) else "changed"


def value(line):
    return (line["meta"] or {}).get(KEY)


def canonical(value):
    """Tells 1 from 1.0 and from true, but not the order of members."""
    return json.dumps(value, sort_keys=True)


def as_double(value):
    """What is left of a JSON value that went through JavaScript."""
    match value:
        case dict():
            return {name: as_double(member) for name, member in value.items()}
        case list():
            return [as_double(element) for element in value]
        case bool() | None | str():
            return value
        case _:
            number = float(value)
            return int(number) if number.is_integer() else number


def called_once(sent):
    tools = [line["tool"] for line in sent]
    twice = sorted({tool for tool in tools if tools.count(tool) > 1})
    if twice:
        raise Failed(f"called more than once: {', '.join(twice)}")


def called_as_often(sent, received):
    """Nobody between repeats a call."""
    tools = [line["tool"] for line in sent]
    for line in received:
        tool, attempts, calls = line["tool"], line["attempts"], tools.count(line["tool"])
        if calls != attempts:
            raise Failed(f"{tool}: {attempts} attempts, {calls} calls")


def read_as_sent(received, dropped):
    """Our client reads what is on the wire, and decides by it."""
    for line in received:
        tool, came, reading = line["tool"], value(line), line.get("reading")
        if (reading is None) != (came is None):
            raise Failed(f"{tool}: our client's reading is {reading}")
        if reading is not None:
            absent = {"retryable": False, "retryNotBefore": None, "agentGuidance": None}
            expected = absent | {name: came[name] for name in reading if name in came}
            if reading != expected | {"violations": []}:
                raise Failed(f"{tool}: our client read {reading}")
        attempts, stopped = DECISIONS[tool]
        if dropped and tool != "succeeds":
            attempts, stopped = 1, "no_extension"
        if (line["attempts"], line["stopped"]) != (attempts, stopped):
            raise Failed(f"{tool}: {line['attempts']} attempts, then {line['stopped']}")
