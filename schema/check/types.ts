// What the types refuse, and what only the words hold. Compiled, never run.

import type { CallToolResult, ToolFailure } from "../schema.ts";

const id = { correlationId: "01a231ee-3002-714c-a58c-60832288cbdf" };
const signIn = { code: "auth_required", ...id } as const;

// The class is enough to dispatch on, and no class is forgotten (W2, C2).
export function reaction(failure: ToolFailure): "retry" | "stop" | "ask a person" {
  switch (failure.class) {
    case "capability":
      return "stop";
    case "reliability":
      return failure.retryable === true ? "retry" : "stop";
    case "governance":
      return "ask a person";
  }
}

export const refused: ToolFailure[] = [
  // @ts-expect-error W2: no such class
  { class: "security", ...signIn },
  // @ts-expect-error W2: no class
  { ...signIn },
  // @ts-expect-error W3: no code
  { class: "governance", ...id },
  // @ts-expect-error W3: a code is a string
  { class: "governance", code: 401, ...id },
  // @ts-expect-error W4: null is not false
  { class: "reliability", code: "timeout", retryable: null, ...id },
  // @ts-expect-error W5: a time is a number
  { class: "reliability", code: "timeout", retryable: true, retryNotBefore: "1796135752526", ...id },
  // @ts-expect-error W6: no correlation id
  { class: "governance", code: "auth_required" },
  // @ts-expect-error W7: guidance is a string
  { class: "governance", ...signIn, agentGuidance: ["Sign in."] },
];

const failed = { resultType: "complete", content: [], isError: true };

export const refusedResults: CallToolResult[] = [
  // @ts-expect-error W1: an object
  { ...failed, _meta: { "io.modelcontextprotocol/toolFailure": "governance" } },
  // @ts-expect-error the inherited keys keep their types
  { ...failed, _meta: { "io.modelcontextprotocol/serverInfo": "calendar" } },
];

// ../tool-failure.schema.json refuses the first four, ../call-tool-result.schema.json the last.
export const heldByWordsOnly: ToolFailure[] = [
  { class: "governance", ...signIn, retryable: true },
  { class: "reliability", code: "timeout", retryNotBefore: 1796135752526, ...id },
  { class: "reliability", code: "timeout", retryable: true, retryNotBefore: -1, ...id },
  { class: "governance", code: "auth_required", correlationId: "" },
];
export const onASuccess: CallToolResult = {
  ...failed,
  isError: false,
  _meta: { "io.modelcontextprotocol/toolFailure": { class: "governance", ...signIn } },
};

// Other keys stand beside it, and results without it are what they were (W1).
export const accepted: CallToolResult[] = [
  { resultType: "complete", content: [] },
  {
    ...failed,
    _meta: {
      "io.modelcontextprotocol/toolFailure": { class: "governance", ...signIn },
      "com.example/shard": 7,
    },
  },
];
