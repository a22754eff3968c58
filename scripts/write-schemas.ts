// Writes the JSON Schemas that editors use, from the schemas that read the files: node scripts/write-schemas.ts
import { writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { evalSetSchema } from "../src/eval-sets/schema/eval-set-schema.ts";
import { configSchema, projectSchema } from "../src/project/config/config-schema.ts";

const root = resolve(import.meta.dirname, "..");
const schemas = {
  "schema/eval-set.schema.json": evalSetSchema(),
  "schema/test-config.schema.json": configSchema(),
  "schema/project.schema.json": projectSchema(),
};

for (const [file, schema] of Object.entries(schemas)) {
  writeFileSync(resolve(root, file), `${lines(schema, 2)}\n`);
}

/** A line for each part, so that a change can be read, and no more: spaces were half of what they add to the package. */
function lines(value: unknown, levels: number): string {
  if (levels === 0 || typeof value !== "object" || value === null || Array.isArray(value)) {
    return JSON.stringify(value);
  }
  const parts = Object.entries(value)
    .filter(([, part]) => part !== undefined)
    .map(([key, part]) => `${JSON.stringify(key)}:${lines(part, levels - 1)}`);
  return `{\n${parts.join(",\n")}\n}`;
  const plain: unknown = JSON.parse(JSON.stringify(schema));
  writeFileSync(resolve(root, file), `${written(plain, 2, "")}\n`);
}

/** A line for each property and each definition: what is deeper would be half a megabyte of white space in the package. */
function written(value: unknown, depth: number, indent: string): string {
  if (depth === 0 || typeof value !== "object" || value === null || Array.isArray(value)) {
    return JSON.stringify(value);
  }
  const inner = `${indent}  `;
  const members = Object.entries(value).map(
    ([key, each]) => `${inner}${JSON.stringify(key)}: ${written(each, depth - 1, inner)}`,
  );
  return members.length === 0 ? "{}" : `{\n${members.join(",\n")}\n${indent}}`;
}
