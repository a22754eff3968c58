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
}
