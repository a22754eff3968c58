import { expect, test } from "vitest";
import { planMetric } from "../metrics/plan-metrics.ts";
import { launchJudge } from "./launch-metrics.ts";

const metric = planMetric("final_response_match_v2", { threshold: 0.5 }, {});
const asked = [{ metric, configured: metric, isMixed: false }];
const ours = "openai-compatible/judge";

test("a judge on a server of one's own wants an address and no key, as in a run", () => {
  const env = { OPENAI_API_KEY: "", OPENAI_BASE_URL: "http://127.0.0.1:1/v1" };
  expect(launchJudge(asked, ours, { env })).toEqual({ model: ours });
  const baseUrl = "http://127.0.0.1:1/v1";
  expect(launchJudge(asked, ours, { env: {}, baseUrl })).toEqual({ model: ours });
  const unaddressed = { env: { OPENAI_API_KEY: "a key" } };
  expect(launchJudge(asked, ours, unaddressed)).toMatchObject({ missing: "OPENAI_BASE_URL" });
});

test("a judge of a vendor wants one of its keys, and one on this machine nothing", () => {
  expect(launchJudge(asked, "openai/gpt-5-mini", { env: {} })).toMatchObject({
    missing: "OPENAI_API_KEY",
  });
  const env = { OPENAI_API_KEY: "a key" };
  expect(launchJudge(asked, "openai/gpt-5-mini", { env })).toEqual({ model: "openai/gpt-5-mini" });
  expect(launchJudge(asked, "ollama/judge", { env: {} })).toEqual({ model: "ollama/judge" });
});
