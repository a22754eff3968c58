// Writes the JSON Schemas that editors use, from the schemas that read the files: node scripts/write-schemas.ts
import { execFileSync } from "node:child_process";
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
  writeFileSync(resolve(root, file), JSON.stringify(schema, null, 2));
}
execFileSync(
  process.execPath,
  ["node_modules/@biomejs/biome/bin/biome", "format", "--write", "schema"],
  { cwd: root },
);
