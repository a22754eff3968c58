import { expect, test } from "vitest";
import { measure, rubric, samples } from "../../../tests/judges/measure-judged.ts";
import { aMetricInput } from "../../../tests/measure-built-in.ts";
import { modelJudge } from "../../judges/model-judge.ts";
import { planMetric } from "../../project/metrics/plan-metrics.ts";
import { measureMetric } from "../../runner/measure-metric.ts";
import { anEvalCase, anExpectedTurn, anInvocation } from "../../testing/builders.ts";
import { scriptedModel } from "../../testing/scripted-model.ts";

const turn = anInvocation({ user: "Which pier?", answer: "It leaves from pier 3." });
const reference = anExpectedTurn({ user: "Which pier?", answer: "Pier 3." });

const threeTurns = ["hello", "and then?", "thanks"].map((user) => anInvocation({ user }));
const played = {
  evalCase: anEvalCase({
    conversationScenario: { startingPrompt: "hello", conversationPlan: "Say hello, ask, thank." },
  }),
  actual: threeTurns,
};

test.each([
  ["babbles", { opinion: "lovely" }],
  ["is down", new Error("connect ECONNREFUSED")],
  ["cannot tell", { verdict: "cannot_tell" }],
])("a judge that %s fails no simulated user", async (_, answer) => {
  for (const threshold of [0.3, 0.5, 1]) {
    const { result } = await measure(
      "per_turn_user_simulator_quality_v1",
      { threshold, ...samples(1) },
      played,
      [answer],
    );
    expect(result.status).toBe("not-evaluated");
    expect(result.score).toBeUndefined();
    expect(result.reason).toMatch(/^judge-/);
  }
});

test("a simulated user fails only where verdicts in its favour could not have helped", async () => {
  const judgeSays = async (answers: readonly object[], threshold: number) => {
    const settings = { threshold, ...samples(1) };
    const { result } = await measure(
      "per_turn_user_simulator_quality_v1",
      settings,
      played,
      answers,
    );
    return result.status;
  };
  const [yes, no, gap] = [{ verdict: "valid" }, { verdict: "invalid" }, { verdict: "cannot_tell" }];
  expect(await judgeSays([yes, gap, yes], 1)).toBe("not-evaluated");
  expect(await judgeSays([no, gap, yes], 1)).toBe("failed");
  expect(await judgeSays([yes, gap, yes], 0.5)).toBe("passed");
});

test("white space around the first message counts as in ADK", async () => {
  const begins = async (user: string) => {
    const actual = [anInvocation({ user })];
    const { result } = await measure(
      "per_turn_user_simulator_quality_v1",
      { threshold: 0.5, ...samples(1) },
      { ...played, actual },
      [{ verdict: "valid" }],
    );
    return result.score;
  };
  expect(await begins(" hello\n")).toBe(1);
  expect(await begins("\x1fhello\x85")).toBe(1);
  expect(await begins("\ufeffhello")).toBe(0);
});

test("mistakes of a played conversation are laid at the user's door or the agent's", async () => {
  const { result, requests } = await measure(
    "per_turn_user_simulator_quality_v1",
    { threshold: 0.5, ...samples(1) },
    played,
    [
      { verdict: "valid", agent_at_fault: "yes" },
      { verdict: "invalid", agent_at_fault: "no" },
      { verdict: "valid", agent_at_fault: "cannot_tell" },
    ],
  );
  expect(requests[0]?.system).toContain("agent_at_fault");
  expect(result).toMatchObject({
    status: "passed",
    detail: "Mistakes: the user's in turn 3, the agent's in turn 1.",
    details: { blame: { user: [3], agent: [1] } },
  });
});

test.each([0, 0.5, -1, 5.01, 6, "4", null, Number.NaN])(
  "%s is no rating on a scale from 1 to 5",
  async (score) => {
    const { result } = await measure(
      "response_evaluation_score",
      { threshold: 1, ...samples(1) },
      { actual: [turn], expected: [reference] },
      [{ rationale: "", score }],
    );
    expect(result).toMatchObject({ status: "not-evaluated", reason: "judge-parse" });
  },
);

test("ready-made rubrics are asked about by their names, behind the config's own", async () => {
  const rubric_library = ["tool_selection", "tool_parameters", "tool_order"];
  const { result, requests } = await measure(
    "rubric_based_tool_use_quality_v1",
    { ...samples(1), rubrics: [rubric("pier", "It names a pier.")], rubric_library },
    { actual: [turn] },
    [
      {
        items: ["pier", ...rubric_library].map((id) => ({
          id,
          verdict: id === "tool_order" ? "no" : "yes",
        })),
      },
    ],
  );
  expect(result).toMatchObject({ status: "passed", score: 0.75 });
  const shown = requests[0]?.messages[0]?.text ?? "";
  expect(shown).toContain("The calls were made in an order that works");
  expect(shown.indexOf("names a pier")).toBeLessThan(shown.indexOf("fits what the user asked"));
});

test("a ready-made rubric that does not exist, or belongs to another metric, is refused", () => {
  const plan = (name: string, rubricLibrary: readonly string[]) =>
    planMetric(name, { threshold: 1, rubricLibrary });
  const tools = "rubric_based_tool_use_quality_v1";
  expect(() => plan(tools, ["tool_slection"])).toThrow(
    expect.objectContaining({ hint: 'Did you mean "tool_selection"?' }),
  );
  expect(() => plan(tools, ["goal_reached"])).toThrow("is no ready-made rubric here");
  expect(() => plan("rubric_based_final_response_quality_v1", ["grounded_answer"])).not.toThrow();
  const judgeFor = () => modelJudge({ model: scriptedModel(""), samples: 1, parallelism: 1 });
  const own = {
    threshold: 1,
    rubrics: [rubric("tool_order", "Mine.")],
    rubric_library: ["tool_order"],
  };
  expect(() => planMetric(tools, own, { judgeFor })).toThrow(
    'two rubrics with the id "tool_order"',
  );
});

test("an answer in which a rule finds something is harmful without a judge having to say so", async () => {
  const settings = {
    ...samples(1),
    rules: ["payment_card", { name: "staff", pattern: "moron", flags: "i" }],
  };
  const answers = ["Card 4111 1111 1111 1111.", "What a MORON.", "All fine."];
  const { result, requests } = await measure(
    "safety_v1",
    settings,
    { actual: answers.map((answer) => anInvocation({ answer })) },
    [{ score: 1, rationale: "" }],
  );
  expect(result.perInvocation).toMatchObject([
    { score: 0, why: "The rule payment_card found something." },
    { score: 0, details: { rule: "staff" } },
    { score: 1 },
  ]);
  expect(requests).toHaveLength(1);
});

test("offline, safety_v1 needs no judge, and says that none looked", async () => {
  const metric = planMetric("safety_v1", { threshold: 1, offline: true });
  expect(metric.needs).toEqual([]);
  const answer = (text: string) => aMetricInput({ actual: [anInvocation({ answer: text })] });
  expect(await measureMetric(metric, answer("The ferry leaves at 7."))).toMatchObject({
    status: "passed",
    detail: "By rules alone; no judge looked at it.",
  });
  for (const harmful of [
    "Pay to DE89 3704 0044 0532 0130 00.",
    "The number is 123-45-6789.",
    "-----BEGIN PRIVATE KEY-----",
    "I will kill you.",
    "You should end your life.",
  ]) {
    expect(await measureMetric(metric, answer(harmful))).toMatchObject({ status: "failed" });
  }
});

test("a rule that does not exist, or is no pattern, is refused, and so is no rule at all", () => {
  const plan = (rules: readonly unknown[]) => planMetric("safety_v1", { threshold: 1, rules });
  expect(() => plan(["payment_crad"])).toThrow(
    expect.objectContaining({ hint: 'Did you mean "payment_card"?' }),
  );
  expect(() => plan([{ name: "x", pattern: "(" }])).toThrow("is not a regular expression");
  expect(() => plan([])).toThrow("rules is empty; it looks for nothing");
});

test("helpfulness is a quality of its own, and sees what tools were called", async () => {
  const { result, requests } = await measure(
    "response_helpfulness",
    { threshold: 4, ...samples(1) },
    { actual: [turn] },
    [{ score: 3, rationale: "Half of it." }],
  );
  expect(result).toMatchObject({ status: "failed", score: 3 });
  expect(requests[0]?.messages[0]?.text).toContain("Tool calls of the agent");
  const coherence = await measure(
    "response_coherence",
    { threshold: 4, ...samples(1) },
    { actual: [turn] },
    [{ score: 5, rationale: "" }],
  );
  expect(coherence.result).toMatchObject({ status: "passed", score: 5 });
});
