import { evaluate } from "assay";
import { describeEvals, evalMatchers } from "assay/vitest";
import { expect, test } from "vitest";

const here = (path: string) => new URL(path, import.meta.url);

// one test a case, scored by the defaults
describeEvals(here("."), here("smoke.evalset.json"));

// the test_config.json in this folder says how
describeEvals(here("."), here("comfort"));

expect.extend(evalMatchers);

test("a light that is on is looked up, then switched off", async () => {
  const run = await evaluate({
    agent: here("."),
    evalSet: here("smoke.evalset.json"),
    cases: ["lights_off_bedroom"],
  });
  expect(run).toFollowTrajectory(["get_device", "set_light"]);
  expect(run).toMatchResponse("The bedroom light is off now.");
  expect(run).toScore("tool_trajectory_avg_score", 1);
});
