import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { parseJsonText } from "../src/core/json/json-text.ts";
import { isObject } from "../src/core/schema/parse-context.ts";
import { readEvalSet } from "../src/eval-sets/reading/read-eval-set.ts";
import { evalSetSchema } from "../src/eval-sets/schema/eval-set-schema.ts";
import { loadSchemaCheck } from "../src/metrics/response/json-schema/json-schema.ts";
import { configSchema, projectSchema } from "../src/project/config/config-schema.ts";
import { readConfig } from "../src/project/config/read-config.ts";

type JsonSchemaValue = Parameters<typeof loadSchemaCheck>[0];

test.each([
  ["eval-set", evalSetSchema()],
  ["test-config", configSchema()],
  ["project", projectSchema()],
])(
  "the published schema of %s is the one its shape gives (node scripts/write-schemas.ts)",
  (name, schema) => {
    const path = resolve(import.meta.dirname, `../schema/${name}.schema.json`);
    expect(JSON.parse(readFileSync(path, "utf8"))).toEqual(JSON.parse(JSON.stringify(schema)));
  },
);

/** What our reader takes, an editor must not underline. */
const guide = resolve(import.meta.dirname, "../docs/guide");
const blocks = readdirSync(guide)
  .filter((name) => name.endsWith(".md"))
  .flatMap((name) =>
    [...readFileSync(join(guide, name), "utf8").matchAll(/```jsonc?\n([\s\S]*?)```/g)].map(
      ([, text = ""], place) => [`${name} ${place + 1}`, parseJsonText(text).value] as const,
    ),
  );
const projects = blocks.filter(([, value]) => isObject(value) && "agents" in value);
const configs = blocks.filter(
  ([, value]) => isObject(value) && "criteria" in value && !("agents" in value),
);
const evalSets = blocks.filter(([, value]) => isObject(value) && "eval_cases" in value);
const asData = (schema: unknown) => JSON.parse(JSON.stringify(schema)) as JsonSchemaValue;
const configViolation = await loadSchemaCheck(asData(configSchema()));
const evalSetViolation = await loadSchemaCheck(asData(evalSetSchema()));

const projectViolation = await loadSchemaCheck(asData(projectSchema()));

test.each(projects)("the schema takes the project config of the guide: %s", (_, value) => {
  expect(projectViolation(value)).toBeUndefined();
  expect(projectViolation({ ...(value as object), agent: "a" })).toBeDefined();
});

test.each(configs)("the schema takes the config of the guide: %s", (_, value) => {
  expect(configViolation(value)).toBeUndefined();
});

test.each(evalSets)("the schema takes the eval set of the guide: %s", (_, value) => {
  expect(evalSetViolation(value)).toBeUndefined();
});

const vectors = (
  kind: string,
): readonly { readonly id: string; readonly input: { readonly text: string } }[] =>
  JSON.parse(readFileSync(resolve(import.meta.dirname, `conformance/vectors/${kind}.json`), "utf8"))
    .vectors;

test("the schemas take whatever the readers take", () => {
  const refused: string[] = [];
  const look = (id: string, check: typeof configViolation, read: () => unknown, text: string) => {
    try {
      read();
    } catch {
      return;
    }
    // rows of the old formats have no schema
    if (text.trimStart().startsWith("[")) return;
    const violation = check(parseJsonText(text).value);
    if (violation !== undefined) refused.push(`${id}: ${violation}`);
  };
  for (const { id, input } of vectors("config")) {
    if (input.text === null) continue;
    look(id, configViolation, () => readConfig(input.text, { file: "c" }), input.text);
  }
  for (const { id, input } of vectors("eval-set-read")) {
    look(id, evalSetViolation, () => readEvalSet(input.text, { duplicates: "allow" }), input.text);
  }
  expect(refused).toEqual([]);
});
