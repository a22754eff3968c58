import { expect, test } from "vitest";
import { killBattery } from "./kills.ts";

test("a run that is killed and resumed loses nothing, repeats nothing and reports the same", async () => {
  const findings = await killBattery({
    kills: 6,
    cases: 120,
    trials: 2,
    chain: 3,
    seed: 7,
    say: () => {},
  });
  expect(findings).toEqual({
    kills: findings.kills,
    runs: findings.runs,
    lost: 0,
    duplicated: 0,
    reissued: 0,
    reportsThatDiffer: 0,
  });
  expect(findings.kills).toBeGreaterThanOrEqual(6);
}, 120_000);
