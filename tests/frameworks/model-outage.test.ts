import { describe, expect, test } from "vitest";
import { textOf } from "../../src/core/content.ts";
import { controlSetFor } from "../../src/metrics/judged/controls/control-sets.ts";
import type { ModelRequest, ModelScript } from "../../src/testing/index.ts";
import { assay } from "../cli/assay.ts";
import { answerShown, judgeByRule } from "../judge-by-rule.ts";
import {
  evaluateJudged,
  honest,
  judgedProject,
  providers,
  reportIn,
  server,
  simulatedProject,
  userOrJudge,
} from "./judged-project.ts";

const openai = providers.openai as NonNullable<(typeof providers)[string]>;

interface ReportedCase {
  readonly evalId: string;
  readonly status: string;
  readonly metrics: readonly { name: string; score: number; details: unknown }[];
}

/** What is the same in two runs of the same conversations. */
function figures(cwd: string) {
  const { run, totals, cases } = reportIn(cwd);
  const scores = cases.map(({ evalId, status, metrics }: ReportedCase) => [
    evalId,
    status,
    metrics
      .filter(({ name }) => name !== "invocation_duration_v1")
      .map(({ score, details }) => [score, details]),
  ]);
  return { end: run.end, calls: run.modelCalls, totals, scores };
}

interface Outage {
  /** Answers before the key is taken back. */
  readonly after: number;
  readonly script: ModelScript;
  readonly project: () => string;
  readonly args?: readonly string[];
}

const calmRuns = new Map<ModelScript, Awaited<ReturnType<typeof calmRun>>>();

async function calmRun({ script, project, args = [] }: Outage) {
  const models = await server(script);
  const cwd = project();
  await evaluateJudged(cwd, openai(models.url), { args });
  return { calls: models.requests.length, figures: figures(cwd) };
}

/** Runs once undisturbed, which is the same after however many answers it would have been, and once with an outage and a resume. */
async function withAndWithout(outage: Outage) {
  const { after, script, project, args = [] } = outage;
  const undisturbed = calmRuns.get(script) ?? (await calmRun(outage));
  calmRuns.set(script, undisturbed);

  let isDown = true;
  let answered = 0;
  const models = await server((request) => {
    if (isDown && answered >= after) return { status: 401, message: "Your key was taken back." };
    answered += 1;
    return script(request);
  });
  const cwd = project();
  const at = openai(models.url);
  const stopped = await evaluateJudged(cwd, at, { args });
  isDown = false;
  const resumed = await assay(["eval", "--resume", "--reporter", "json=report.json"], {
    cwd,
    env: at.env,
  });
  return { stopped, resumed, answered, cwd, undisturbed };
}

describe("a model that goes down half way and comes back", () => {
  test.each([0, 1, 5])("a judge after %i answers", async (after) => {
    const project = () => judgedProject();
    const all = await withAndWithout({ after, script: honest, project });
    expect(all.stopped.stdout.replace(/\s+/g, " ")).toContain("asked again with --resume");
    expect(all.stopped.stdout).toContain("Go on with:  assay eval --resume");
    expect(all.answered).toBe(all.undisturbed.calls);
    expect(figures(all.cwd)).toEqual(all.undisturbed.figures);
  });

  test("a judge that lost one sample: the others decide, and a resume asks for it", async () => {
    const project = () => judgedProject();
    const all = await withAndWithout({ after: 11, script: honest, project });
    expect(all.stopped.stdout).toContain("3 passed, 1 failed, 0 not evaluated, of 4");
    expect(all.answered).toBe(all.undisturbed.calls);
    expect(figures(all.cwd)).toEqual(all.undisturbed.figures);
  });

  test.each([2, 7, 13])("a simulated user and its judge after %i answers", async (after) => {
    const project = () => simulatedProject();
    const all = await withAndWithout({ after, script: userOrJudge, project });
    expect(all.resumed.code, all.resumed.stderr).toBe(0);
    expect(all.answered).toBe(all.undisturbed.calls);
    expect(figures(all.cwd)).toEqual(all.undisturbed.figures);
  });

  test.each([3, 9])("a judge in its control questions, after %i of them", async (after) => {
    const args = ["--judge_check", "on"];
    const project = () => judgedProject();
    const all = await withAndWithout({ after, script: wise, project, args });
    expect(all.stopped.code).toBe(3);
    expect(all.answered).toBe(all.undisturbed.calls);
    expect(figures(all.cwd)).toEqual(all.undisturbed.figures);
  });
});

test("a ceiling that stops the control questions leaves all cases to a resume with more money", async () => {
  const models = await server(wise);
  const at = openai(models.url);
  const cwd = judgedProject();
  // each call costs 0.0000125 dollars
  const args = ["--judge_check", "on", "--max_cost", "0.00005"];
  const stopped = await evaluateJudged(cwd, at, { args });
  expect(stopped.code, stopped.stdout).toBe(3);
  expect(models.requests.length).toBeLessThan(10);
  const more = ["eval", "--resume", "--max_cost", "1", "--reporter", "json=report.json"];
  await assay(more, { cwd, env: at.env });
  expect(reportIn(cwd).totals).toMatchObject({ cases: 4, passed: 3, failed: 1, notEvaluated: 0 });
  expect(models.requests).toHaveLength(10 + 4 * 3);
});

const known = new Map(
  controlSetFor("final_response_match_v2")?.questions.map(({ actual, label }) => [
    textOf(actual[0]?.finalResponse),
    label,
  ]),
);

/** Knows the control questions, and is honest about the rest. */
function wise(request: ModelRequest) {
  return judgeByRule(request, (shown) => {
    const label = known.get(answerShown(shown));
    return label === undefined ? answerShown(shown).startsWith("It is") : label === "pass";
  });
}
