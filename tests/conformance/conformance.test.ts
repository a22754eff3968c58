import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import type { ConformanceKind, Vector } from "./vector.ts";

const root = resolve(import.meta.dirname, "../..");
const folder = process.env.ASSAY_CONFORMANCE ?? resolve(root, "../shared/conformance");
/** Kinds of later work: reported by name, never counted as passed. Any other kind must be checked. */
const laterKinds = new Set(["http", "trace-performance", "traces"]);
const notYet: string[] = [];

if (!existsSync(folder)) {
  process.stdout.write(`conformance skipped: not found: ${folder}\n`);
  test.skip("conformance vectors: folder not found", () => {});
} else {
  for (const file of readdirSync(folder)
    .filter((name) => name.endsWith(".json"))
    .sort()) {
    const { kind, vectors } = JSON.parse(readFileSync(join(folder, file), "utf8"));
    await describeKind(kind, vectors);
  }
  afterAll(() => {
    if (notYet.length > 0) process.stdout.write(`conformance, not yet: ${notYet.join(", ")}\n`);
  });
}

async function describeKind(kind: string, vectors: readonly Vector[]): Promise<void> {
  if (laterKinds.has(kind)) {
    notYet.push(`${kind} (${vectors.length})`);
    test.todo(`${kind}: not yet, ${vectors.length} vectors`);
    return;
  }
  const path = join(import.meta.dirname, "kinds", `${kind}.ts`);
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
