import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { loadSchemaCheck } from "../../src/metrics/response/json-schema/json-schema.ts";
import type { JsonSchemaValue } from "../../src/metrics/response/json-schema/json-schema-keywords.ts";
import { schemaMistake } from "../../src/metrics/response/json-schema/json-schema-mistake.ts";

interface Row {
  readonly schema: JsonSchemaValue;
  readonly value: unknown;
  readonly allowed: boolean;
}

/** Generated schemas and values with the verdicts of the interpreter of our own that was used before. */
const rows = readFileSync(new URL("verdicts.jsonl", import.meta.url), "utf8")
  .trim()
  .split("\n")
  .map((line): Row => JSON.parse(line));

test("every schema gives the verdict that the earlier interpreter gave", async () => {
  const otherwise: Row[] = [];
  for (const row of rows) {
    expect(schemaMistake(row.schema)).toBeUndefined();
    const violation = (await loadSchemaCheck(row.schema))(row.value);
    if ((violation === undefined) !== row.allowed) otherwise.push(row);
  }
  expect(otherwise).toEqual([]);
  expect(rows.some(({ allowed }) => allowed) && rows.some(({ allowed }) => !allowed)).toBe(true);
});
