import { expect, test } from "vitest";
import { answerInForm, materialOf } from "../../../tests/judge-by-form.ts";
import type { ArgMatcher, CaseSettings } from "../../core/case-settings.ts";
import { ModelError } from "../../core/chat-model.ts";
import type { FunctionCall } from "../../core/content.ts";
import type { JudgeFor } from "../../core/judge.ts";
import type { MetricResult } from "../../core/run.ts";
import { modelJudge } from "../../judges/model-judge.ts";
import { planMetric } from "../../project/metrics/plan-metrics.ts";
import { journaledCalls } from "../../runner/journal/call-journal.ts";
import { measureCase } from "../../runner/measure-case.ts";
import { measureMetric } from "../../runner/measure-metric.ts";
import { anEvalCase, anExpectedTurn, anInvocation } from "../../testing/builders.ts";
import { scriptedModel } from "../../testing/scripted-model.ts";
import { argumentMeaningControls } from "../judged/controls/argument-meaning-controls.ts";

interface Asked {
  readonly result: MetricResult;
  /** "expected | given" of every question, one a sample. */
  readonly questions: readonly string[];
}

interface Setup {
  readonly args?: CaseSettings["args"];
  readonly matchType?: CaseSettings["matchType"];
  readonly name?: string;
  readonly criterion?: object;
  /** Whether two texts mean the same; "silent" says nothing that can be read. */
  readonly says?: (wanted: string, given: string) => boolean | "silent" | "away";
  readonly hasJudge?: boolean;
}

const sameFirstWord = (wanted: string, given: string) =>
  wanted.split(" ")[0] === given.split(" ")[0];

async function compare(
  expected: readonly FunctionCall[],
  actual: readonly FunctionCall[],
  setup: Setup = {},
): Promise<Asked> {
  const { args, matchType, criterion, says = sameFirstWord, hasJudge = true } = setup;
  const questions: string[] = [];
  const model = scriptedModel((request) => {
    const shown = materialOf(request.messages.map(({ text }) => text).join("\n"));
    const wanted = shown.get("Expected value") ?? "";
    const given = shown.get("Argument of the agent, to be judged") ?? "";
    questions.push(`${wanted} | ${given}`);
    const said = says(wanted, given);
    if (said === "away") throw new ModelError("server", "The model is away.");
    return said === "silent" ? "Hm." : answerInForm(request, said);
  });
  const judgeFor: JudgeFor = (options) => modelJudge({ ...options, model, samples: 1 });
  const { name = "tool_trajectory_avg_score" } = setup;
  const metric = planMetric(
    name,
    { threshold: 1, ...criterion },
    {
      judgeFor: hasJudge ? judgeFor : undefined,
      byMeaning: args !== undefined,
    },
  );
  const conversation = [anExpectedTurn({ calls: expected })];
  const result = await measureMetric(metric, {
    evalCase: anEvalCase({ conversation, assay: { args, matchType } }),
    actual: [anInvocation({ calls: actual })],
    expected: conversation,
    earlier: [],
    ask: (call, signal) => call.model.generate(call.request, signal),
    signal: new AbortController().signal,
  });
  return { result, questions };
}

const note = (text: unknown): FunctionCall => ({ name: "note", args: { text } });
const semantic = (value: true | string = true) => ({
  note: { text: { semantic: value } as ArgMatcher },
});

test("an argument that means the same is met, and what it rests on is kept", async () => {
  const { result, questions } = await compare([note("late train")], [note("late, the train")], {
    args: semantic(),
    says: () => true,
  });
  expect([result.status, result.score]).toEqual(["passed", 1]);
  expect(questions).toEqual(["late train | late, the train"]);
  expect(result.details?.meanings).toMatchObject([
    { tool: "note", argument: "text", same: true, votes: { valid: 1, invalid: 0 } },
  ]);
});

test("one that means something else fails, and says so", async () => {
  const { result } = await compare([note("late train")], [note("on time")], { args: semantic() });
  expect(result.status).toBe("failed");
  expect(result.perInvocation[0]?.why).toContain('text is "on time", which means something else');
});

test("what is equal, what is never reached and what only explains is asked of nobody", async () => {
  const equal = await compare([note("late train")], [note("late train")], { args: semantic() });
  expect([equal.result.score, equal.questions]).toEqual([1, []]);
  const order = { args: semantic(), matchType: "EXACT" } as const;
  const short = await compare([note("a"), note("b")], [note("c")], order);
  expect([short.result.score, short.questions]).toEqual([0, []]);
  const other = { name: "call", args: { text: "a" } };
  const first = await compare(
    [other, note("b x")],
    [{ ...other, name: "mail" }, note("b y")],
    order,
  );
  expect([first.result.score, first.questions]).toEqual([0, []]);
});

test("of what nobody was asked about, no report says that it means something else", async () => {
  const order = { args: semantic(), matchType: "EXACT" } as const;
  const other = { name: "call", args: { text: "a" } };
  const first = [{ ...other, name: "mail" }, note("late, the train")];
  const unasked = await compare([other, note("late train")], first, order);
  expect(unasked.questions).toEqual([]);
  const [turn] = unasked.result.perInvocation;
  expect(turn?.why).toContain(
    'in note, text is "late, the train", whose meaning no judge was asked about',
  );
  expect(turn?.trajectory?.share).toBeUndefined();
  const to = (text: string, to: string) => ({ name: "note", args: { text, to } });
  const differing = await compare([to("late train", "a")], [to("late", "b")], order);
  expect(differing.result.perInvocation[0]?.why).toBe('In note, to is "b" where "a" was expected.');
  expect(differing.result.perInvocation[0]?.trajectory).toMatchObject({
    share: { matched: 0, expected: 1 },
    steps: [{ changes: [{ name: "to" }] }],
  });
});

test("a matcher for all arguments of a tool says what it asked of each", async () => {
  const args = { note: { "*": { oneOf: ["a", "b"] } as ArgMatcher } };
  const { result } = await compare([note("a")], [note("c")], { args });
  expect(result.perInvocation[0]?.why).toBe('In note, text is "c", which is none of "a", "b".');
});

test("a call that differs in another argument is another call, and nobody is asked what its texts mean", async () => {
  const to = (text: string, to: unknown) => ({ name: "note", args: { text, to } });
  const { result, questions } = await compare([to("late train", "a")], [to("late", "b")], {
    args: semantic(),
    says: () => "silent",
  });
  expect([result.status, result.score, questions]).toEqual(["failed", 0, []]);
});

test("each pair is asked about once, and one answer leads to the next question", async () => {
  const setup = { args: semantic(), matchType: "IN_ORDER" } as const;
  const { result, questions } = await compare(
    [note("a 1"), note("b 1")],
    [note("x 2"), note("a 2"), note("a 2"), note("b 2")],
    setup,
  );
  expect(result.score).toBe(1);
  expect(new Set(questions).size).toBe(questions.length);
  expect(questions).toContain("a 1 | a 2");
  expect(questions).toContain("b 1 | b 2");
});

test("metrics that come upon the same two values share one answer, which is paid for once", async () => {
  const asked: string[] = [];
  const model = scriptedModel((request) => {
    asked.push(request.messages.map(({ text }) => text).join("\n"));
    return answerInForm(request, true);
  });
  const judgeFor: JudgeFor = (options) => modelJudge({ ...options, model });
  const options = { judgeFor, byMeaning: true };
  const args = { text: { semantic: "late train" } };
  const conversation = [anExpectedTurn({ calls: [note("late train")] })];
  const results = await measureCase(
    [
      planMetric("tool_trajectory_avg_score", 1, options),
      planMetric("tool_trajectory_f1", 1, options),
      planMetric("single_tool_use", { threshold: 1, tool: "note", args }, options),
    ],
    {
      evalCase: anEvalCase({ conversation, assay: { args: semantic() } }),
      actual: [anInvocation({ calls: [note("late, the train")] })],
      expected: conversation,
      ask: journaledCalls({
        runId: "r",
        key: { evalSetId: "s", evalId: "c", trial: 0, index: 0 },
        emit: () => {},
        issue: (call, signal) => call.model.generate(call.request, signal),
      }),
      signal: new AbortController().signal,
    },
  );
  expect(results.map(({ status }) => status)).toEqual(["passed", "passed", "passed"]);
  expect(asked).toHaveLength(5);
});

test("words of one's own stand for what the call says, for bare names and counted tools too", async () => {
  const setup = { args: semantic("late anything") };
  expect((await compare([note("ignored")], [note("late 5")], setup)).result.score).toBe(1);
  const counted = {
    name: "single_tool_use",
    criterion: { tool: "note", args: { text: { semantic: "late anything" } } },
  };
  const { result, questions } = await compare([], [note("late 5"), note("else")], counted);
  expect([result.score, questions]).toEqual([
    1,
    ["late anything | late 5", "late anything | else"],
  ]);
});

test("precision and recall count by meaning, too", async () => {
  const setup = { args: semantic(), name: "tool_trajectory_recall" };
  const { result } = await compare([note("a 1"), note("b 1")], [note("b 2")], setup);
  expect(result.score).toBe(0.5);
});

test.each([
  ["says nothing that can be read", { says: () => "silent" as const }, "judge-parse"],
  ["is away", { says: () => "away" as const }, "judge-error"],
  ["is not there", { hasJudge: false }, "judge-error"],
])("where the judge %s, there is no verdict", async (_, setup, reason) => {
  const given = { ...setup, args: semantic() };
  const { result } = await compare([note("late train")], [note("late")], given);
  expect([result.status, result.reason, result.score]).toEqual([
    "not-evaluated",
    reason,
    undefined,
  ]);
});

test("a call that differs where anybody can see it has failed, also where no judge can be asked", async () => {
  const pay = (id: string, text: string): FunctionCall => ({ name: "pay", args: { id, text } });
  const given = { args: { pay: { text: { semantic: true } as const } }, hasJudge: false };
  const { result } = await compare([pay("1", "late train")], [pay("2", "late")], given);
  expect([result.status, result.score]).toEqual(["failed", 0]);
  expect(result.perInvocation[0]?.why).toContain('id is "2" where "1" was expected');
});

test("a counted call is compared in its other arguments first", async () => {
  const counted = {
    name: "single_tool_use",
    criterion: { tool: "pay", args: { text: { semantic: "late" }, id: { equals: "1" } } },
  };
  const other: FunctionCall = { name: "pay", args: { id: "2", text: "on its way" } };
  const { result, questions } = await compare([], [other], counted);
  expect([result.status, questions]).toEqual(["failed", []]);
});

test("without a matcher by meaning nobody is asked, and nothing is other than before", async () => {
  const plain = await compare([note("a")], [note("b")], {
    args: { note: { id: { ignore: true } } },
  });
  expect([plain.result.score, plain.questions, plain.result.details]).toEqual([0, [], undefined]);
  const metric = planMetric("tool_trajectory_avg_score", 1, {
    judgeFor: () => {
      throw new Error("nobody was to be asked");
    },
  });
  expect(metric.needs).toEqual(["expected-conversation"]);
});

test("a judge who knows is right on every control question", async () => {
  for (const { id, label, evalCase, actual } of argumentMeaningControls.questions) {
    const calls = (turns: typeof actual) =>
      turns.flatMap(
        ({ intermediateData }) => (intermediateData as { toolUses: FunctionCall[] }).toolUses,
      );
    const { result, questions } = await compare(calls(evalCase.conversation ?? []), calls(actual), {
      args: evalCase.assay?.args ?? {},
      says: () => label === "pass",
    });
    expect([id, result.status, questions.length]).toEqual([
      id,
      label === "pass" ? "passed" : "failed",
      1,
    ]);
  }
});
