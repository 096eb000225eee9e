"""The table, and what it says around it."""

HEAD = """\
# Interoperability

Our server and our client, and those of others. `tests/interop/run` installs the parties at the versions and hashes of its lock files, runs them and writes this file; `tests/interop/run --check` fails if a run says otherwise.

* **calls our server**: a party's client calls nine tools of a server that uses this crate: failures of each class, two of idempotent tools, one of a tool with an output schema, one written by hand with nulls, unknown members, non-ASCII text, a whole float and an integer past 2^53, one without a classification, and a success. No call may arrive twice.
* **serves our client**: a party's server gives such results, and our retrying client reads them. It must read what was put there, and decide by it: three attempts for the idempotent tool that may be called again at once, one for each other tool.
* **between our client and our server**: a relay. Transports are those from our client on; so are protocols, where the two sides differ. It may not repeat calls, either.
* **checks our server**: a test suite, against a server that uses this crate and one that is the same without it.

| result | it means |
|---|---|
| unchanged | `isError`, the text, and the value under `io.modelcontextprotocol/toolFailure` are what was put there, member by member, and the failure without a classification still has none. |
| unchanged but for numbers | The same, but numbers have gone through JavaScript: `1.0` is `1`, and `9007199254740993` is `9007199254740992`. Only the failure written by hand has such numbers; no member that the proposal defines needs them. |
| lost: … | Callers of this function do not get the result, but an exception that holds nothing but the text. |
| dropped | No failure has the key any more. The proposal forbids it; the party is here to show that this is noticed, and the run fails if it is not. |

"HTTP" is streamable HTTP: our server has sessions where the protocol has them and answers in SSE; "HTTP, JSON" is without sessions, answering in JSON. The server of `mcp` 1.30.0 declares no output schema here: it holds failures to it, and replaces those that do not fit.

| party | version | direction | transport | protocol | result |
|---|---|---|---|---|---|
"""


def document(made):
    return HEAD + "".join(sorted(f"{line(row, *of)}\n" for row, of in made.items()))


def line(row, protocol, result):
    cells = (row.party, row.version, row.direction, row.transport, protocol, result)
    # Results may quote what others say.
    return "| " + " | ".join(cell.replace("|", "\\|").replace("\n", " ") for cell in cells) + " |"
