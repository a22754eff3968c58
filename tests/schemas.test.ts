import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "vitest";
import { evalSetSchema } from "../src/eval-sets/eval-set-schema.ts";
import { configSchema } from "../src/project/config-schema.ts";

test.each([
  ["eval-set", evalSetSchema()],
  ["test-config", configSchema()],
])(
  "the published schema of %s is the one its shape gives (node scripts/write-schemas.ts)",
  (name, schema) => {
    const path = resolve(import.meta.dirname, `../schema/${name}.schema.json`);
    expect(JSON.parse(readFileSync(path, "utf8"))).toEqual(JSON.parse(JSON.stringify(schema)));
  },
);
