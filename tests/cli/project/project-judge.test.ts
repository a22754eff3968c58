import { expect, onTestFinished, test } from "vitest";
import { loopbackModels } from "../../../src/testing/index.ts";
import { answerShown, judgeByRule } from "../../judge-by-rule.ts";
import { assay, evalSet, project } from "../assay.ts";

const line = (answer: string, label: string) =>
  JSON.stringify({ user: "What is 2 + 2?", answer, reference: "4", label });
const labels = [line("It is 4.", "pass"), line("It is 5.", "fail")].join("\n");

/** A server of models, and which of them were asked. */
async function models() {
  const server = await loopbackModels((request) =>
    judgeByRule(request, (shown) => answerShown(shown).includes("4")),
  );
  onTestFinished(() => server.close());
  let seen = 0;
  /** Since the last time. */
  const asked = () => {
    const names = server.requests.slice(seen).map(({ model }) => model);
    seen = server.requests.length;
    return [...new Set(names)];
  };
  return { asked, requests: server.requests, baseUrl: `${server.url}/v1` };
}

const oneSample = { threshold: 0.5, judge_model_options: { num_samples: 1 } };

test.each([
  ["calibrate", ["judge", "calibrate", "labels.jsonl"]],
  ["redteam", ["judge", "redteam"]],
  ["sanity", ["sanity", "demo.evalset.json"]],
])("%s asks the project's judge, by the project's criteria; a flag wins", async (_, command) => {
  const { asked, baseUrl } = await models();
  const cwd = project({
    "assay.config.json": {
      criteria: { final_response_match_v2: oneSample },
      judge: { model: "openai-compatible/ours", baseUrl, check: "off" },
    },
    "labels.jsonl": labels,
    "demo.evalset.json": evalSet({ four: { user: "2 + 2", answer: "4" } }),
  });
  const first = await assay(command, { cwd });
  expect(first.stderr).toBe("");
  expect(asked()).toEqual(["ours"]);
  const flags = ["--judge_model", "openai-compatible/another", "--store", "other.db"];
  await assay([...command, ...flags], { cwd });
  expect(asked()).toEqual(["another"]);
});

test("a config that is named wins over the project's criteria, and keeps its own judge", async () => {
  const { asked, requests, baseUrl } = await models();
  const cwd = project({
    "assay.config.json": { judge: { model: "openai-compatible/ours", baseUrl } },
    "own.json": {
      criteria: { final_response_match_v2: oneSample },
      judge_model: "openai-compatible/own",
    },
    "none.json": { criteria: { final_response_match_v2: oneSample } },
    "labels.jsonl": labels,
  });
  await assay(["judge", "calibrate", "labels.jsonl", "--config", "own.json"], { cwd });
  expect(asked()).toEqual(["own"]);
  await assay(["judge", "calibrate", "labels.jsonl", "--config", "none.json"], { cwd });
  expect(asked()).toEqual(["ours"]);
  // each time two labels, a sample each, and the first small question
  expect(requests.length).toBeLessThanOrEqual(6);
});
