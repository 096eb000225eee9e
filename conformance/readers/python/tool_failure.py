"""Tool failures of MCP (SEP-3313), for clients: what a reply to `tools/call` says, and whether to
call again. One file for Python 3.10 and newer, without dependencies, to be copied."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

KEY = "io.modelcontextprotocol/toolFailure"
CLASSES = ("capability", "reliability", "governance")
# Keys by which some readers take a result for that of another method, and lose the failure.
OTHERS = "action completion contents messages prompts resourceTemplates resources tools".split()
MAX_TIME = 2**53 - 1


@dataclass
class ToolFailure:
    """What is usable. `agent_guidance` is data for the model, never a command to the client."""

    cls: str | None = None
    code: str | None = None
    correlation_id: str | None = None
    retryable: bool = False
    retry_not_before: int | None = None  # Unix epoch, milliseconds
    agent_guidance: str | None = None


@dataclass
class Reading:
    is_error: bool = False
    failure: ToolFailure | None = None
    # What is wrong, as (requirement, field): W1 to W7, S1, S2; MCP for the protocol's own rules.
    violations: list[tuple[str, str]] = field(default_factory=list)
    # Why the reply itself bars another call (C3, C4).
    stop: str | None = None


def read(result: Any) -> Reading:
    """Reads the `result` of a reply, whatever it is. Raises nothing."""
    reading = Reading(is_error=isinstance(result, dict) and result.get("isError") is True)

    def stop(reason: str) -> None:
        reading.stop = reading.stop or reason  # the first reason stands

    def broken(requirement: str, name: str, *, stops: bool = True, reason: str = "") -> None:
        reading.violations.append((requirement, name))
        if stops:
            stop(reason or f"malformed{{{name}}}")

    if not isinstance(result, dict):
        broken("MCP", "result")
        return reading
    kind, is_error = result.get("resultType", "complete"), result.get("isError")
    if kind == "input_required":
        stop("input_required")
    elif kind == "task":
        stop("not_an_error")
    elif kind != "complete":
        # None is what many writers make of a field that is not there: here and twice below.
        broken("MCP", "resultType", stops=kind is not None)
    if "isError" in result and not isinstance(is_error, bool):
        broken("S1", "isError", stops=is_error is not None)
    meta = result.get("_meta", {})
    found = isinstance(meta, dict) and KEY in meta
    if is_error is not True:
        stop("not_an_error" if found and is_error is None else "success")
    if not isinstance(meta, dict):
        broken("MCP", "_meta", stops=meta is not None)
    if not found:
        stop("no_extension")
        return reading

    if any(key in result for key in OTHERS):
        broken("MCP", "result", stops=False)

    failure = reading.failure = ToolFailure()
    entry = meta[KEY]
    if not is_error:
        broken("S2", "toolFailure", stops=False)
    if not isinstance(entry, dict):
        broken("W1", "toolFailure")
        return reading

    def text(requirement: str, name: str, *, stops: bool = True) -> str | None:
        value = entry.get(name)
        if isinstance(value, str) and (value or name != "correlationId"):
            return value
        broken(requirement, name, stops=stops)
        return None

    # The class before all that stands beside it: it says what to do even where the rest is broken.
    word = text("W2", "class")
    if word in CLASSES:
        failure.cls = word
    elif word is not None:
        broken("W2", "class", reason="unknown_class")
    if failure.cls not in (None, "reliability"):
        stop("class_forbids")
    failure.code = text("W3", "code")
    failure.correlation_id = text("W6", "correlationId")
    retryable = entry.get("retryable", False)
    if not isinstance(retryable, bool):
        broken("W4", "retryable")
    elif retryable and failure.cls not in (None, "reliability"):
        broken("W4", "retryable", stops=False)
    else:
        failure.retryable = retryable
    if not failure.retryable:
        stop("not_retryable")
    if "retryNotBefore" in entry:
        time = entry["retryNotBefore"]
        if isinstance(time, bool) or not isinstance(time, int | float) or not time >= 0:
            broken("W5", "retryNotBefore")
        elif retryable is not True:
            broken("W5", "retryNotBefore", stops=False)
        else:
            if 0 < time < 1e11:  # seconds by mistake
                broken("W5", "retryNotBefore", reason="hint_suspect")
            if time > MAX_TIME:
                broken("W5", "retryNotBefore", stops=False)
            failure.retry_not_before = math.ceil(min(time, MAX_TIME))  # never early
    if "agentGuidance" in entry:
        failure.agent_guidance = text("W7", "agentGuidance", stops=False)
    return reading


class Decision(NamedTuple):
    """To call again after `wait` milliseconds; or why not: then the reply goes on as it came."""

    wait: float | None = None
    stop: str | None = None


def decide(
    reply: Mapping[str, Any] | None,
    # The tool's annotations in the current `tools/list`, `{}` for a tool that has none; None if the
    # tool is not there, or no list is. Of two tools of one name, the stricter hints.
    annotations: Mapping[str, Any] | None,
    *,
    # In milliseconds: the wall clock; by the monotonic one since the first attempt began, and how
    # long the last took.
    now: float,
    elapsed: float,
    took: float,
    # Of how many: the first is 1, and more than ten there are not.
    attempt: int,
    max_attempts: int = 3,
    deadline: float = 30_000,
    # Whether this server's annotations are believed, and whether a read-only tool is idempotent.
    trusted: bool = False,
    read_only_is_idempotent: bool = False,
    # The caller's own word: this tool is idempotent, or it is not.
    override: bool | None = None,
    # The call cannot be repeated: it has asked a person something, or is no longer at hand.
    committed: bool = False,
    # The request says that its sender retries already.
    stamped: bool = False,
    # One count for each server, ten at first: a failure of reliability takes one (this one has),
    # a success gives back a tenth.
    tokens: float = 10,
    # The wait is over, and this asks again, with the annotations, tokens and times of now.
    waited: bool = False,
    draw: Callable[[], float] = random.random,
) -> Decision:
    """Whether to call again after this reply, None if none came (C3 to C5)."""
    if reply is None:
        return Decision(stop="outcome_unknown")
    if reply.get("error") is not None:
        return Decision(stop="protocol_error")
    reading = read(reply.get("result"))
    hints = annotations or {}
    idempotent = hints.get("idempotentHint")
    if idempotent is None and read_only_is_idempotent:
        idempotent = hints.get("readOnlyHint")
    for applies, reason in (
        (reading.stop, reading.stop),
        (stamped, "already_retried_downstream"),
        (committed, "committed"),
        (override is None and not trusted, "annotations_untrusted"),
        (override is None and annotations is None, "tool_unknown"),
        ((idempotent if override is None else override) is not True, "tool_not_idempotent"),
        (attempt >= min(max_attempts, 10), "attempts_exhausted"),
        (tokens <= 5, "throttled"),
    ):
        if applies:
            return Decision(stop=reason)
    hint = reading.failure and reading.failure.retry_not_before or 0
    # The margin, as clocks differ: a time that has just passed by ours may not have by theirs.
    left = 0 if waited and hint <= now else max(0, hint + 250 - now)
    backoff = min(500 * 2 ** (attempt - 1), 10_000)
    # On top of the time asked for, so that those who were told the same do not come together.
    spread = max(backoff, min(left / 10, 10_000)) if left else 0
    wait = left if waited else left + backoff * (1 + draw()) / 2 + spread * draw()
    # Never less than was asked for: if the next attempt does not fit in, there is none.
    fits = elapsed + wait + took < deadline
    return Decision(wait=wait) if fits else Decision(stop="deadline")
