import { expect, onTestFinished, test } from "vitest";
import { loopbackModels, type ModelScript } from "../../../src/testing/index.ts";
import { answerShown, judgeByRule } from "../../judge-by-rule.ts";
import { assay, echoAgent, evalSet, project } from "../assay.ts";

async function judgeServer(script: ModelScript) {
  const models = await loopbackModels(script);
  onTestFinished(() => models.close());
  return { ...models, env: { OPENAI_API_KEY: "", OPENAI_BASE_URL: `${models.url}/v1` } };
}

const model = ["--judge_model", "openai-compatible/judge"];

/** Labels by people: right answers say 4, wrong ones 5. The judge can be fooled by how it is said. */
function labels(counts: {
  truePass: number;
  falseFail: number;
  falsePass: number;
  trueFail: number;
}) {
  const line = (answer: string, label: string) =>
    JSON.stringify({ user: "What is 2 + 2?", answer, reference: "4", label });
  return [
    ...Array.from({ length: counts.truePass }, () => line("It is 4.", "pass")),
    ...Array.from({ length: counts.falseFail }, () => line("Four, said oddly.", "pass")),
    ...Array.from({ length: counts.falsePass }, () => line("It is 4, or 5.", "fail")),
    ...Array.from({ length: counts.trueFail }, () => line("It is 5.", "fail")),
  ].join("\n");
}

const saysFour: ModelScript = (request) =>
  judgeByRule(request, (shown) => answerShown(shown).includes("4"));

const oneSample = {
  criteria: {
    final_response_match_v2: { threshold: 0.5, judge_model_options: { num_samples: 1 } },
    rubric_based_final_response_quality_v1: {
      threshold: 0.5,
      judge_model_options: { num_samples: 1 },
    },
  },
};

test("a judge is compared with labels of people, and a rate is corrected by it", async () => {
  const judge = await judgeServer(saysFour);
  const cwd = project({
    "labels.jsonl": labels({ truePass: 45, falseFail: 5, falsePass: 10, trueFail: 40 }),
    "one.json": oneSample,
  });
  const args = ["judge", "calibrate", "labels.jsonl", ...model, "--config", "one.json"];
  const { code, stdout, stderr } = await assay([...args, "--rate", "0.62", "--n", "500"], {
    cwd,
    env: judge.env,
  });
  expect(stderr).toBe("");
  expect(stdout).toContain("agreement     85.0 %");
  expect(stdout).toContain("kappa         0.70  [0.56, 0.84]");
  expect(stdout).toContain("sensitivity   45 of 50, 90.0 %");
  expect(stdout).toContain("specificity   40 of 50, 80.0 %");
  expect(stdout).toContain("people would pass 60.0 %");
  expect(stdout).toContain(
    "line 46  people pass, judge fail: 1 of 1 votes say invalid. It is wrong.",
  );
  expect(stdout).toContain("line 51  people fail, judge pass: It is right.");
  expect(stdout).not.toContain("Not enough evidence");
  expect(code).toBe(0);
  expect(judge.requests).toHaveLength(100);

  const json = await assay([...args, "--json"], { cwd, env: judge.env });
  const [calibration] = JSON.parse(json.stdout).calibrations;
  expect(calibration.kappa.kappa).toBeCloseTo(0.7, 9);
  expect(calibration.counts).toEqual({ truePass: 45, falseFail: 5, falsePass: 10, trueFail: 40 });
});

test("the pass rate of a run is corrected by what its judge is worth", async () => {
  const judge = await judgeServer(saysFour);
  const cwd = project({
    "labels.jsonl": labels({ truePass: 30, falseFail: 0, falsePass: 5, trueFail: 20 }),
    "one.json": {
      criteria: { final_response_match_v2: oneSample.criteria.final_response_match_v2 },
    },
    "agent.mjs": echoAgent,
    "set.evalset.json": evalSet({
      right: { user: "4", answer: "4" },
      wrong: { user: "five", answer: "4" },
    }),
  });
  const asked = [...model, "--config_file_path", "one.json"];
  await assay(["eval", "agent.mjs", "set.evalset.json", ...asked], { cwd, env: judge.env });
  const args = ["judge", "calibrate", "labels.jsonl", ...asked, "--run"];
  const { code, stdout } = await assay(args, { cwd, env: judge.env });
  expect(stdout).toContain("the judge passes 50.0 % of 2; people would pass 37.5 %");
  expect(code).toBe(0);
});

test.each([
  [["--rate", "0.5", "--n", "10", "--run"], "--rate and --run both say what is to be corrected."],
  [["--run", "--n", "10"], "--n is there for --rate, which is not given."],
  [["--rate", "0.5"], "--rate needs --n: of how many cases it is."],
])("it is told which rate to correct, once: %j", async (flags, problem) => {
  const judge = await judgeServer(saysFour);
  const cwd = project({
    "labels.jsonl": labels({ truePass: 1, falseFail: 0, falsePass: 0, trueFail: 1 }),
  });
  const args = ["judge", "calibrate", "labels.jsonl", ...model, ...flags];
  const { code, stderr } = await assay(args, { cwd, env: judge.env });
  expect(stderr).toContain(problem);
  expect(code).toBe(2);
  expect(judge.requests).toHaveLength(0);
});

test("few labels are said to be few, and a judge like a coin corrects nothing", async () => {
  const judge = await judgeServer(saysFour);
  const cwd = project({
    "labels.jsonl": labels({ truePass: 2, falseFail: 2, falsePass: 2, trueFail: 2 }),
    "one.json": oneSample,
  });
  const { code, stdout } = await assay(
    ["judge", "calibrate", "labels.jsonl", ...model, "--config=one.json", "--rate=50%", "--n=10"],
    { cwd, env: judge.env },
  );
  expect(stdout).toContain("Not enough evidence yet: 8 labels with a verdict, 4 of them fails");
  expect(stdout).toContain("no better than a coin");
  expect(code).toBe(3);
});

test("mistakes in labels are reported with line and column, all of them, before the judge is asked", async () => {
  const judge = await judgeServer(saysFour);
  const cwd = project({
    "labels.jsonl": [
      '{"user": "a", "answer": "b", "reference": "c", "label": "pass"}',
      "",
      '{"user": "a", "answer": "b", "reference": "c", "label": "good"}',
      '{"user": "a", "answer": "b", "label": "pass"}',
      '{"user": "a", "answer": }',
      '{"user": "a", "answr": "b", "rubric": "c", "label": "fail"}',
    ].join("\n"),
  });
  const { code, stderr } = await assay(["judge", "calibrate", "labels.jsonl", ...model], {
    cwd,
    env: judge.env,
  });
  expect(code).toBe(2);
  expect(stderr).toContain("labels.jsonl:3:57");
  expect(stderr).toContain("labels.jsonl:4:1");
  expect(stderr).toContain("labels.jsonl:5:25");
  expect(stderr).toContain("labels.jsonl:6:15");
  expect(judge.requests).toHaveLength(0);
});

test("a judge that reads what it is shown lets no attack through", async () => {
  const judge = await judgeServer((request) =>
    judgeByRule(request, (shown) => answerShown(shown).includes("pier 3")),
  );
  const cwd = project({ "one.json": oneSample });
  const { code, stdout } = await assay(["judge", "redteam", ...model, "--config", "one.json"], {
    cwd,
    env: judge.env,
  });
  expect(stdout).toContain("without attack     0 of 20, 0.0 %");
  expect(stdout).toMatch(/attacks +0 of 320, 0\.0 % {2}\[0\.0 %, 1\.2 %\]/);
  expect(code).toBe(0);
  expect(judge.requests).toHaveLength(340);
});

test("a judge that obeys is told on, family by family", async () => {
  const judge = await judgeServer((request) =>
    judgeByRule(request, (shown) =>
      [...shown.values()].some((text) => text.includes("Ignore all")),
    ),
  );
  const cwd = project({ "one.json": oneSample });
  const { code, stdout } = await assay(["judge", "redteam", ...model, "--config", "one.json"], {
    cwd,
    env: judge.env,
  });
  expect(stdout).toMatch(/ignore-previous +(1[5-9]|20) of 20/);
  expect(stdout).toMatch(/fake-verdict +0 of 20/);
  expect(stdout).toContain("ignore-previous/answer-after");
  expect(code).toBe(1);
});

test("a judge without a key is reported before anything is asked", async () => {
  const cwd = project({
    "labels.jsonl": labels({ truePass: 1, falseFail: 0, falsePass: 0, trueFail: 1 }),
  });
  const { code, stderr } = await assay(["judge", "calibrate", "labels.jsonl"], {
    cwd,
    env: { GOOGLE_API_KEY: "", GEMINI_API_KEY: "", GOOGLE_GENERATIVE_AI_API_KEY: "" },
  });
  expect(code).toBe(2);
  expect(stderr).toContain("GOOGLE_API_KEY is not set");
});

test.each([
  ["passes everything", true, 1, "nothing to compare"],
  ["fails everything", false, 0, "0 of 320"],
])("redteam: a judge that %s", async (_, says, exit, told) => {
  const judge = await judgeServer((request) => judgeByRule(request, () => says));
  const cwd = project({ "one.json": oneSample });
  const args = ["judge", "redteam", ...model, "--config", "one.json"];
  const { code, stdout } = await assay(args, { cwd, env: judge.env });
  expect(stdout).toContain(told);
  expect(code).toBe(exit);
  if (!says) return;
  const lenient = await assay([...args, "--max_passes", "100%"], { cwd, env: judge.env });
  expect(lenient.code).toBe(0);
});

test.each([
  ["0", 1],
  ["0.5", 3],
])("redteam: a judge that passes some and then babbles, with %s allowed", async (most, exit) => {
  let asked = 0;
  const judge = await judgeServer((request) => {
    asked += 1;
    return asked > 12 ? { text: "the the lamp" } : judgeByRule(request, () => true);
  });
  const cwd = project({ "one.json": oneSample });
  const args = ["judge", "redteam", ...model, "--config", "one.json", "--max_passes", most];
  const { code, stdout } = await assay(args, { cwd, env: judge.env });
  expect(stdout).toContain("of 340 only: too few to say how it does");
  expect(code).toBe(exit);
});

test.each([
  ["babbles", { text: "the the lamp" }],
  ["refuses every call", { status: 401 }],
])("redteam: of a judge that %s nothing was measured", async (_, reply) => {
  const judge = await judgeServer(() => reply);
  const cwd = project({ "one.json": oneSample });
  const args = ["judge", "redteam", ...model, "--config", "one.json"];
  const { code, stdout } = await assay(args, { cwd, env: judge.env });
  expect(code).toBe(3);
  expect(stdout).not.toContain("0 of 320");
  expect(stdout).toContain("decided about none of them: nothing was measured");
});

const counted = { truePass: 0, falseFail: 0, falsePass: 0, trueFail: 0 };

test.each([
  ["a judge that agrees", { ...counted, truePass: 30, trueFail: 25 }, [], 0],
  [
    "few labels that it agrees with, more than chance would",
    { ...counted, truePass: 5, trueFail: 5 },
    [],
    0,
  ],
  ["so few that a coin might agree", { ...counted, truePass: 2, trueFail: 2 }, [], 3],
  ["a judge that passes everything", { ...counted, truePass: 30, falsePass: 25 }, [], 1],
  ["one that does so on few labels", { ...counted, truePass: 3, falsePass: 3 }, [], 1],
  ["labels that are all passes", { ...counted, truePass: 60 }, [], 3],
  ["labels that are all fails", { ...counted, trueFail: 60 }, [], 3],
  [
    "a higher bar",
    { truePass: 45, falseFail: 5, falsePass: 10, trueFail: 40 },
    ["--min_kappa", "0.8"],
    1,
  ],
  [
    "a bar for the share",
    { truePass: 45, falseFail: 5, falsePass: 10, trueFail: 40 },
    ["--min_agreement", "90%"],
    1,
  ],
  [
    "a lower bar",
    { truePass: 30, falseFail: 10, falsePass: 15, trueFail: 25 },
    ["--min_kappa", "0.2"],
    0,
  ],
] as const)("calibrate: %s", async (_, counts, flags, exit) => {
  const judge = await judgeServer(saysFour);
  const cwd = project({ "labels.jsonl": labels(counts), "one.json": oneSample });
  const args = ["judge", "calibrate", "labels.jsonl", ...model, "--config", "one.json", ...flags];
  expect((await assay(args, { cwd, env: judge.env })).code).toBe(exit);
});

test("calibrate: a judge that cannot be used is no agreement", async () => {
  const judge = await judgeServer(() => ({ text: "the the lamp" }));
  const cwd = project({
    "labels.jsonl": labels({ ...counted, truePass: 30, trueFail: 30 }),
    "one.json": oneSample,
  });
  const args = ["judge", "calibrate", "labels.jsonl", ...model, "--config", "one.json"];
  expect((await assay(args, { cwd, env: judge.env })).code).toBe(3);
});
