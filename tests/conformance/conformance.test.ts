import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { ConformanceKind, Vector } from "./vector.ts";

const folder = process.env.ASSAY_CONFORMANCE ?? join(import.meta.dirname, "vectors");

// a folder that is not there ends the suite: checking nothing is not a pass
const files = readdirSync(folder).filter((name) => name.endsWith(".json"));
if (files.length === 0) throw new Error(`there are no conformance vectors in ${folder}`);
for (const file of files.sort()) {
  const { kind, vectors } = JSON.parse(readFileSync(join(folder, file), "utf8"));
  // needs servers: http.test.ts
  if (kind !== "http") await describeKind(kind, vectors);
}
async function describeKind(kind: string, vectors: readonly Vector[]): Promise<void> {
  const room = kind.startsWith("trace") ? "kinds/traces" : "kinds";
  const path = join(import.meta.dirname, room, `${kind}.ts`);
  const { checks } = (await import(path)) as { checks: ConformanceKind };
  describe(kind, () => {
    for (const vector of vectors) {
      test(`${vector.id}: ${vector.about}`, async () => {
        const unknown = Object.keys(vector.input).filter((key) => !checks.inputs.includes(key));
        expect(unknown, "input fields this check does not know").toEqual([]);
        await checks.hold(vector);
      });
    }
  });
}
