import { expect, test } from "vitest";
import { workerBattery } from "./workers.ts";

test("a run on workers that are killed, and whose database is, loses nothing, does nothing twice and reports the same", async () => {
  const findings = await workerBattery({
    ...{ cases: 120, workers: 2, concurrency: 8, milliseconds: 150, everyMs: 4000 },
    ...{ outages: 1, seed: 7, say: () => {} },
  });
  expect(findings).toMatchObject({
    lost: 0,
    duplicated: 0,
    zombieWrites: 0,
    miscounted: 0,
    reissued: 0,
    reportsThatDiffer: 0,
    badEnds: 0,
  });
  expect(findings.kills + findings.freezes).toBeGreaterThan(0);
  expect(findings.outages).toBe(1);
}, 240_000);
