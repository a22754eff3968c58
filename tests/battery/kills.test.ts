import { expect, test } from "vitest";
import { killJobs } from "./kill-jobs.ts";
import { killBattery } from "./kills.ts";

test.each(killJobs.map(({ name }) => name))(
  "%s that is killed and resumed, also beside a living process, loses nothing, pays nothing twice and reports the same",
  async (job) => {
    const findings = await killBattery({
      kills: 5,
      cases: 60,
      trials: 2,
      chain: 3,
      seed: 7,
      jobs: [job],
      say: () => {},
    });
    expect(findings).toEqual({
      kills: findings.kills,
      runs: findings.runs,
      beside: findings.beside,
      lost: 0,
      duplicated: 0,
      reissued: 0,
      reportsThatDiffer: 0,
    });
    expect(findings.kills).toBeGreaterThanOrEqual(5);
  },
  180_000,
);
