"""That the comparison notices what it is there to notice."""

import unittest

from . import compare
from .processes import Failed


def results(change=lambda line: line):
    lines = []
    for tool in compare.DECISIONS:
        failure = {"class": "capability", "whole": 1.0, "large": 2**53 + 1, "nothing": None}
        classified = tool not in ("unclassified", "succeeds")
        meta = {compare.KEY: failure} if classified else None
        line = {"tool": tool, "isError": tool != "succeeds", "text": ["why"], "meta": meta}
        lines.append(change(line))
    return lines


def changing(tool, **parts):
    return results(lambda line: line | parts if line["tool"] == tool else line)


def through_javascript(line):
    return line | {"meta": compare.as_double(line["meta"])}


class Result(unittest.TestCase):
    def test_is_unchanged(self):
        self.assertEqual(compare.result(results(), results()), compare.UNCHANGED)

    def test_knows_what_javascript_does_to_numbers(self):
        odd = next(line for line in results(through_javascript) if line["tool"] == "odd")
        self.assertEqual(odd["meta"][compare.KEY]["large"], 2**53)
        self.assertEqual(
            compare.result(results(), changing("odd", meta=odd["meta"])), compare.NUMBERS
        )

    def test_tells_dropped_from_partly_dropped(self):
        none = results(lambda line: line | {"meta": None})
        self.assertEqual(compare.result(results(), none), compare.DROPPED)
        self.assertFails(changing("governance", meta=None), "dropped: governance")

    def test_tells_exceptions(self):
        raised = {"raised": "Error", "text": ["why"]}
        lost = results(
            lambda line: line if line["tool"] == "succeeds" else {"tool": line["tool"]} | raised
        )
        self.assertRegex(compare.result(results(), lost), "^lost: `Error` is raised")
        self.assertFails(changing("succeeds", **raised), "for a success")

    def test_notices_changes(self):
        for value in (
            {},
            {"class": "capability"},
            {"class": "governance", "whole": 1.0, "large": 2**53 + 1, "nothing": None},
            {"class": "capability", "whole": True, "large": 2**53 + 1, "nothing": None},
            {"class": "capability", "whole": 1.0, "large": 2**53 + 1},
        ):
            self.assertFails(changing("odd", meta={compare.KEY: value}), "changed: odd")
        self.assertFails(changing("unclassified", meta={compare.KEY: {}}), "invented")
        self.assertFails(changing("later", isError=False), "later: isError is False")
        self.assertFails(changing("later", text=["why?"]), "later: another text")
        self.assertFails(results()[1:], "only these tools")

    def assertFails(self, received, reason):
        with self.assertRaisesRegex(Failed, reason):
            compare.result(results(), received)


class Calls(unittest.TestCase):
    def test_are_counted(self):
        with self.assertRaisesRegex(Failed, "called more than once: later"):
            compare.called_once(
                [*results(), *[line for line in results() if line["tool"] == "later"]]
            )
        received = [line | {"attempts": 1} for line in results()]
        compare.called_as_often(results(), received)
        with self.assertRaisesRegex(Failed, "1 attempts, 2 calls"):
            compare.called_as_often(results() * 2, received)


if __name__ == "__main__":
    unittest.main()
