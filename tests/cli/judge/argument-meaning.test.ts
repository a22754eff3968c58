import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { controlSetFor } from "../../../src/metrics/judged/controls/control-sets.ts";
import { loopbackModels, type ModelScript } from "../../../src/testing/index.ts";
import { materialOf } from "../../judge-by-form.ts";
import { judgeByRule } from "../../judge-by-rule.ts";
import { assay, evalSet, project } from "../assay.ts";

const agent = `
export async function rootAgent(text, { turn }) {
  turn.call("1", "note", { id: "17", text });
  turn.result("1", "note", { output: {} });
  return "Noted.";
}`;

const semantic = { args: { note: { text: { semantic: true } } } };

function notes(second: object = semantic) {
  const calls = [{ name: "note", args: { id: "17", text: "The train is late." } }];
  return evalSet({
    same: { user: "The train is delayed.", answer: "Noted.", calls, assay: semantic },
    other: { user: "The train is on time.", answer: "Noted.", calls, assay: second },
    equal: { user: "The train is late.", answer: "Noted.", calls, assay: semantic },
  });
}

function notesProject(set = notes()): string {
  return project({
    "desk/agent.mjs": agent,
    "desk/notes.evalset.json": set,
    "desk/test_config.json": {
      criteria: { tool_trajectory_avg_score: 1, tool_trajectory_recall: 0.5 },
    },
  });
}

/** What the judge of the control questions should say of two texts. */
const known = new Map(
  controlSetFor("argument_meaning")?.questions.map(({ evalCase, actual, label }) => {
    const text = (turn: unknown): string =>
      Object.values(
        (turn as { intermediateData: { toolUses: { args: Record<string, string> }[] } })
          .intermediateData.toolUses[0]?.args ?? {},
      ).join();
    return [`${text(evalCase.conversation?.[0])} | ${text(actual[0])}`, label] as const;
  }),
);

async function judge(script: ModelScript) {
  const models = await loopbackModels(script);
  onTestFinished(() => models.close());
  const env = { OPENAI_API_KEY: "", OPENAI_BASE_URL: `${models.url}/v1` };
  return { ...models, env };
}

const wise: ModelScript = (request) =>
  judgeByRule(request, (shown) => {
    const given = shown.get("Argument of the agent, to be judged") ?? "";
    const label = known.get(`${shown.get("Expected value")} | ${given}`);
    return label === undefined ? given.includes("delayed") : label === "pass";
  });

const model = ["--judge_model", "openai-compatible/judge"];

test("arguments are compared by meaning through the run's judge, once for all metrics", async () => {
  const { env, requests } = await judge(wise);
  const cwd = notesProject();
  const told = await assay(["eval", "desk", ...model, "--reporter", "json=run.json"], { cwd, env });
  expect(told.stderr + told.stdout).toContain("about 15 times to judge");
  expect(told.code).toBe(1);
  const run = JSON.parse(readFileSync(join(cwd, "run.json"), "utf8"));
  const statuses = run.cases.map((each: { evalId: string; status: string }) => [
    each.evalId,
    each.status,
  ]);
  expect(statuses).toEqual([
    ["same", "passed"],
    ["other", "failed"],
    ["equal", "passed"],
  ]);
  expect(JSON.stringify(run)).toContain("which means something else");
  // two pairs, five samples each, for both metrics; the equal one is asked of nobody
  const asked = requests.filter(({ messages }) =>
    materialOf(messages.map(({ text }) => text).join("\n")).has("Expected value"),
  );
  expect(asked).toHaveLength(10);

  const scored = await assay(["score", "latest", ...model], { cwd, env });
  expect(scored.code).toBe(1);
  expect(scored.stdout).toContain("2 passed, 1 failed");
});

test("without a key it is told before the agent is called; without such a matcher no judge is there", async () => {
  const cwd = notesProject();
  const env = { GOOGLE_API_KEY: "", GEMINI_API_KEY: "" };
  const refused = await assay(["eval", "desk"], { cwd, env });
  expect(refused.code).toBe(2);
  expect(refused.stderr).toContain("gemini-2.5-flash");
  writeFileSync(
    join(cwd, "desk/notes.evalset.json"),
    JSON.stringify(notes()).replaceAll('{"semantic":true}', '{"ignore":true}'),
  );
  expect((await assay(["eval", "desk"], { cwd, env })).code).toBe(0);
});

test("a judge proves itself first, and one that guesses costs only the cases that need it", async () => {
  const { env } = await judge((request) => judgeByRule(request, () => true));
  // its id is another one, which anybody can see
  const differs = { args: { note: { text: { semantic: true }, id: { equals: "18" } } } };
  const cwd = notesProject(notes(differs));
  const on = [...model, "--judge_check", "on", "--reporter", "json=run.json"];
  const { code, stderr } = await assay(["eval", "desk", ...on], { cwd, env });
  expect(stderr.replace(/\s+/g, " ")).toContain("answers 10 control questions");
  const run = JSON.parse(readFileSync(join(cwd, "run.json"), "utf8"));
  const said = run.cases.map((each: { status: string; metrics: { reason?: string }[] }) => [
    each.status,
    each.metrics[0]?.reason,
  ]);
  expect(said).toEqual([
    ["not-evaluated", "judge-unfit"],
    ["failed", undefined],
    ["passed", undefined],
  ]);
  expect(code).toBe(1);
  const checks = await assay(["judge", "checks"], { cwd });
  expect(checks.stdout.replace(/\s+/g, " ")).toContain("is not fit to judge argument_meaning");
});

test("a matcher that says nothing is reported with its place", async () => {
  const cwd = notesProject(notes({ args: { note: { text: { semantic: false } } } }));
  const { code, stdout } = await assay(["eval-set", "validate", "desk/notes.evalset.json"], {
    cwd,
  });
  expect(code).toBe(2);
  expect(stdout.replace(/\s+/g, " ")).toContain(
    '"semantic" is true, or what the argument should mean',
  );
});
