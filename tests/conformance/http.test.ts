import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { startWeb } from "../web/web-server.ts";
import { checks } from "./kinds/http.ts";
import type { Vector } from "./vector.ts";

const folder = process.env.ASSAY_CONFORMANCE ?? join(import.meta.dirname, "vectors");
const { kind, vectors } = JSON.parse(readFileSync(join(folder, "http.json"), "utf8")) as {
  kind: string;
  vectors: readonly Vector[];
};

test("the vectors are those of this kind, and a server can be started", () => {
  expect([kind, typeof startWeb]).toEqual(["http", "function"]);
  expect(vectors.length).toBeGreaterThan(0);
});

for (const vector of vectors) {
  test(`${vector.id}: ${vector.about}`, async () => {
    const unknown = Object.keys(vector.input).filter((key) => !checks.inputs.includes(key));
    expect(unknown, "input fields this check does not know").toEqual([]);
    await checks.hold(vector);
  }, 120_000);
}
