import { expect, test } from "vitest";
import { teamBattery } from "./team.ts";

test("a team on one database never hears of each other", async () => {
  const findings = await teamBattery({ seconds: 8, cases: 10, workers: 1, seed: 7, say: () => {} });
  expect(findings).toMatchObject({
    troubles: [],
    lost: 0,
    duplicated: 0,
    unfinished: 0,
    lostSpans: 0,
  });
  expect(findings.runs).toBeGreaterThan(1);
  expect(findings.requests).toBeGreaterThan(0);
  expect(findings.spans).toBeGreaterThan(0);
}, 180_000);
