"""Does the reader pass all vectors?"""

import json
import unittest
from pathlib import Path

from tool_failure import KEY, decide, read

VECTORS = Path(__file__).parents[2] / "vectors"
NOW = 1_790_000_000_000  # the wall clock of every case
NAMES = {
    "cls": "class",
    "code": "code",
    "correlation_id": "correlationId",
    "retryable": "retryable",
    "retry_not_before": "retryNotBefore",
    "agent_guidance": "agentGuidance",
}


def cases(file):
    return json.loads((VECTORS / "wire" / file).read_text("utf-8"))["cases"]


def failed(tool_failure):
    return {"content": [], "isError": True, "_meta": {KEY: tool_failure}}


class Wire(unittest.TestCase):
    def test_valid(self):
        for case in cases("valid.json"):
            with self.subTest(case["name"]):
                reading = read(failed(case["toolFailure"]))
                self.assertEqual(reading.violations, [])
                # What is usable is what a strict writer makes of it: only `reliability` says
                # `retryable`.
                found = vars(reading.failure).items()
                usable = {NAMES[name]: value for name, value in found if value is not None}
                if usable["class"] != "reliability":
                    del usable["retryable"]
                self.assertEqual(usable, case["written"])

    def test_invalid(self):
        for case in cases("invalid.json"):
            with self.subTest(case["name"]):
                violations = read(failed(case["toolFailure"])).violations
                self.assertEqual([it for it, _ in violations], [case["requirement"]])


class Decisions(unittest.TestCase):
    def test_every_row(self):
        rows = (VECTORS / "decisions" / "decisions.jsonl").read_text("utf-8").splitlines()
        for row in map(json.loads, rows):
            with self.subTest(row["name"]):
                # Here the vectors leave the choice: json.loads takes this number for infinity.
                expect = "stop: deadline" if row["name"] == "not-before 1e400" else row["expect"]
                self.assertEqual(decided(row), expect)


    def test_the_spread_comes_on_top_of_what_was_asked_for(self):
        # The vectors are decided without chance; here it does its most.
        for asked, longest in [(None, 500), (1_000, 2_250), (30_000, 33_775)]:
            failure = {"class": "reliability", "code": "c", "correlationId": "c"}
            failure["retryable"] = True
            if asked is not None:
                failure["retryNotBefore"] = NOW + asked
            call = {"now": NOW, "elapsed": 0, "took": 0, "attempt": 1, "deadline": 60_000}
            reply = {"result": failed(failure)}
            decision = decide(reply, None, override=True, draw=lambda: 1, **call)
            self.assertEqual(decision.wait, longest)


def decided(row):
    """The reader's decision on a row, in the words of `expect`."""
    reply = reply_of(row)
    reading = read(reply and reply.get("result"))
    reliability = reading.failure is not None and reading.failure.cls == "reliability"
    took = row.get("took_ms", 0)
    call = {
        "now": NOW,
        "elapsed": took,
        "took": took,
        "attempt": row.get("attempt", 1),
        "max_attempts": row.get("max_attempts", 3),
        "deadline": row.get("deadline_ms", 30_000),
        "trusted": row.get("trusted", True),
        "read_only_is_idempotent": row.get("read_only_is_idempotent", False),
        "override": row.get("override"),
        "committed": row.get("committed", False) or row.get("request_bytes", 0) > 1 << 20,
        "stamped": row.get("request_stamp", False),
        "tokens": row.get("tokens", 10) - reliability,
        "draw": lambda: 0,
    }
    annotations = annotations_of(row.get("annotations", "missing"))
    warn = bool(reading.violations)
    decision = decide(reply, annotations, **call)
    if decision.stop == "success":
        return "success, warn" if warn else "success"

    # The wait, and whatever happens in it.
    step = row.get("wall_step_ms", 0)
    while decision.stop or decision.wait:
        if decision.stop:
            return f"stop: {decision.stop}"
        if row.get("cancel_at_ms", float("inf")) < call["elapsed"] - took + decision.wait:
            return "stop: cancelled"
        call["waited"] = True
        call["elapsed"] += decision.wait
        call["now"] += decision.wait + step
        step = 0
        annotations = annotations_of(row.get("annotations_later", row.get("annotations", "missing")))
        call["tokens"] = row.get("tokens_later", call["tokens"])
        decision = decide(reply, annotations, **call)
    hint = reading.failure.retry_not_before
    assert hint is None or call["now"] >= hint, "too early"
    if hint is None:
        words = "backoff"
    else:
        words = f"wait >= {hint - NOW} ms + jitter" if hint > NOW else "backoff, never 0"
    return f"retry: {words}{' (field not used for the decision), warn' if warn else ''}"


def reply_of(row):
    if "no_reply" in row:
        return None
    if "error" in row:
        return {"error": row["error"]}
    if "result" in row:
        return {"result": row["result"]}
    try:
        return {"result": json.loads(row["result_text"], parse_constant=no_json)}
    except ValueError:
        return {}


def no_json(constant):
    """NaN and Infinity, which json.loads takes and JSON does not have."""
    raise ValueError(constant)


def annotations_of(value):
    return None if value == "missing" else value or {}


if __name__ == "__main__":
    unittest.main()
