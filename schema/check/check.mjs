// Do the schemas, the types, the patches, the examples and the vectors agree?

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import Ajv2020 from "ajv/dist/2020.js";

const KEY = "io.modelcontextprotocol/toolFailure";

/** What the generated schema takes although a rule in words forbids it: the rules tie two members
    together, or bound a number that the types leave open. */
const ONLY_IN_WORDS = [
  "retryable true under capability",
  "retryable true under governance",
  "a time without retryable",
  "a time with retryable false",
  "a time under governance",
  "a time past 2^53 - 1: 2^53",
  "a time past 2^53 - 1: u64::MAX",
  "a time past 2^53 - 1: u64::MAX + 1",
  "a time past 2^53 - 1: 1.79e18",
];
/** What it refuses although a reader takes it: `number` is `integer` to the standard's generator. */
const INTEGERS_ONLY = ["a fraction is rounded up, never early"];

const text = (path) => readFileSync(new URL(`../${path}`, import.meta.url), "utf8");
const json = (path) => JSON.parse(text(path));
const examples = (type) =>
  readdirSync(new URL(`../examples/${type}/`, import.meta.url))
    .sort()
    .map((file) => ({ name: file, value: json(`examples/${type}/${file}`) }));
const vectors = (file) =>
  json(`../conformance/vectors/wire/${file}`).cases.map((it) => ({ name: it.name, value: it.toolFailure }));
const done = (what) => console.log(`ok  ${what}`);

const failures = examples("ToolFailure");
const results = examples("CallToolResult");
const valid = vectors("valid.json");
const invalid = vectors("invalid.json");

const ajv = new Ajv2020({ allErrors: true, strictRequired: false, strictTypes: false });
ajv.addSchema(json("tool-failure.schema.json"), "tool-failure.schema.json");
const isFailure = ajv.getSchema("tool-failure.schema.json");
const isResult = ajv.compile(json("call-tool-result.schema.json"));
const generated = json("generated.json");
const isGenerated = ajv.compile({ ...generated, $ref: "#/$defs/ToolFailure" });

const takes = (schema, { name, value }) =>
  assert(schema(value), `${name}: ${ajv.errorsText(schema.errors)}`);
const refuses = (schema, { name, value }) => assert(!schema(value), `${name} is taken`);
const names = (cases) => cases.map((it) => it.name);

// The schema with every rule.
for (const it of [...failures, ...valid]) takes(isFailure, it);
for (const it of invalid) refuses(isFailure, it);
done(`tool-failure.schema.json: ${failures.length} examples, ${valid.length} valid and ${invalid.length} invalid vectors`);

for (const it of results) {
  const { isError, ...silent } = it.value;
  const { [KEY]: failure, ..._meta } = it.value._meta;
  const called = (how) => `${it.name}, ${how}`;
  takes(isResult, it);
  takes(isFailure, { name: it.name, value: failure });
  takes(isResult, { name: called("a success without the key"), value: { ...silent, _meta } });
  refuses(isResult, { name: called("isError absent"), value: silent });
  refuses(isResult, { name: called("isError false"), value: { ...silent, isError: false } });
  refuses(isResult, { name: called("null under the key"), value: { ...it.value, _meta: { [KEY]: null } } });
}
done(`call-tool-result.schema.json: ${results.length} results, and each as a success`);

// The schema that the standard's generator makes of the types.
for (const it of failures) takes(isGenerated, it);
assert.deepEqual(names(invalid.filter((it) => isGenerated(it.value))), ONLY_IN_WORDS);
assert.deepEqual(names(valid.filter((it) => !isGenerated(it.value))), INTEGERS_ONLY);
done(`generated.json: weaker in ${ONLY_IN_WORDS.length} vectors, as listed`);

// The examples.
const all = [...failures.map((it) => it.value), ...results.map((it) => it.value._meta[KEY])];
const ids = all.map((it) => it.correlationId);
assert.equal(new Set(ids).size, ids.length, "a correlation id is used twice");
const classOf = new Map(valid.filter((it) => it.name.startsWith("baseline ")).map((it) => [it.value.code, it.value.class]));
const baseline = json("tool-failure.schema.json").properties.code.examples;
assert.deepEqual(new Set(baseline), new Set(classOf.keys()));
for (const code of baseline) assert(failures.some((it) => it.value.code === code), `no example of ${code}`);
for (const it of all) assert.equal(it.class, classOf.get(it.code) ?? it.class, it.code);
done(`examples: all ${baseline.length} baseline codes, each under its class, and no id twice`);

// The types.
const typed = (type, cases) => `export const ${type}: ${type}[] = ${JSON.stringify(cases.map((it) => it.value), null, 2)};\n`;
mkdirSync(new URL("out/", import.meta.url), { recursive: true });
writeFileSync(
  new URL("out/examples.ts", import.meta.url),
  `import type * as schema from "../../schema.ts";\n
type ToolFailure = schema.ToolFailure;
type CallToolResult = schema.CallToolResult;
${typed("ToolFailure", failures)}${typed("CallToolResult", results)}`,
);
execFileSync(process.execPath, ["node_modules/typescript/bin/tsc", "-p", "."], {
  cwd: new URL(".", import.meta.url),
  stdio: "inherit",
});
done("types: the examples are of them, and types.ts is refused where it says so");

// The patches.
const added = (patch) => {
  const lines = text(`patches/${patch}`).split("\n");
  return lines.filter((it) => /^\+(?!\+\+)/.test(it)).map((it) => it.slice(1)).join("\n");
};
const inserted = added("schema.patch");
const [types, member] = [inserted.slice(0, inserted.indexOf("\n * @example Classified")), "  _meta?: CallToolErrorMetaObject;"];
assert(types.length > 1000 && text("schema.ts").includes(types.trimEnd()), "schema.ts is not what the patch inserts");
for (const it of [inserted, text("schema.ts")]) assert(it.includes(member), "no _meta on CallToolResult");
for (const [, path] of inserted.matchAll(/@includeCode \.\/(examples\/\S+)\}/g)) json(path);
const [, shown] = /```json\n(.*?)\n```/s.exec(added("tools.patch"));
takes(isResult, { name: "the example in tools.mdx", value: JSON.parse(shown).result });
done("patches: schema.ts, the examples that they name, and the example in the text");
