import { expect, test } from "vitest";
import { canaryBattery } from "./canaries.ts";
import { canaries } from "./canary-project.ts";

test("no secret leaves the process, whatever tells it, in whichever form", async () => {
  expect(Object.keys(canaries)).toHaveLength(12);
  const { found, sinks, masked } = await canaryBattery({
    forms: ["plain", "json", "url", "base64-1"],
    say: () => {},
  });
  expect(found).toEqual([]);
  // what was looked through is really there, and would have held them
  expect(sinks).toEqual(
    expect.arrayContaining([".assay/assay.db", "reports/json", "saved.jsonl", "export/otlp"]),
  );
  expect(masked).toBeGreaterThan(1000);
}, 120_000);
