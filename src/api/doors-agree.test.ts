import { expect, onTestFinished, test } from "vitest";
import { answerInForm } from "../../tests/judge-by-form.ts";
import type { ChatRequest } from "../core/chat-model.ts";
import { defineConfig } from "../project/define/define-config.ts";
import { evalSuite } from "../test-runners/eval-suite.ts";
import { describeOptions } from "../test-runners/eval-suite-plan.ts";
import { loopbackModels } from "../testing/loopback/loopback-models.ts";
import { AgentEvaluator } from "./adk/agent-evaluator.ts";
import { EvalRunner } from "./adk/eval-runner.ts";
import { evaluate } from "./evaluate.ts";
import {
  earlyEndOptionNames,
  gateOptionNames,
  type RunOptions,
  runOptionNames,
} from "./run-options.ts";

const oneCase = {
  eval_id: "hello",
  conversation: [{ user_content: "hello", final_response: "hello" }],
};
const evalSet = { eval_set_id: "greetings", eval_cases: [oneCase] };
const echo = (text: string) => text;

/** What a metric answers in each trial, and the verdict every door must come to. */
const answers: readonly {
  readonly name: string;
  readonly answers: readonly unknown[];
  readonly verdict: "passed" | "failed" | "not-evaluated";
}[] = [
  { name: "a score that is enough", answers: [1], verdict: "passed" },
  { name: "its own refusal", answers: [{ score: 1, status: "FAILED" }], verdict: "failed" },
  {
    name: "its own refusal of one turn of a script",
    answers: [{ overall_score: 1, overall_eval_status: 2, per_invocation_results: [{ score: 1 }] }],
    verdict: "failed",
  },
  {
    name: "its own approval of a low score",
    answers: [{ score: 0.1, status: "PASSED" }],
    verdict: "passed",
  },
  {
    name: "a refusal in one trial of two",
    answers: [{ score: 1, status: "FAILED" }, 1],
    verdict: "failed",
  },
  { name: "a good trial for a bad one", answers: [1, 0], verdict: "passed" },
  { name: "no answer", answers: [{ score: 1, status: "NOT_EVALUATED" }], verdict: "not-evaluated" },
  {
    name: "no answer in one trial",
    answers: [1, { status: "NOT_EVALUATED" }],
    verdict: "not-evaluated",
  },
  {
    name: "only information in one trial",
    answers: [0, { score: 1, status: "INFORMATIONAL" }],
    verdict: "failed",
  },
];

for (const { name, answers: said, verdict } of answers) {
  for (const trials of [said.length, said.length * 2]) {
    test(`${name}, held ${trials} times, is ${verdict} through every door`, async () => {
      expect(await verdictsOf(said, trials)).toEqual({
        evaluate: verdict,
        caseRow: verdict,
        runner: verdict,
        agentEvaluator: verdict,
        describeEvals: verdict,
      });
    });
  }
}

async function verdictsOf(said: readonly unknown[], trials: number) {
  const config = () => {
    let asked = 0;
    const own = () => said[asked++ % said.length];
    return defineConfig({ criteria: { own: 0.5 }, customMetrics: { own } });
  };
  const options = { store: "memory", concurrency: 1 } as const;
  const run = await evaluate(echo, evalSet, { ...options, config: config(), trials });
  const one = await new EvalRunner({ agent: echo, ...options, config: config(), trials }).runCase(
    oneCase,
  );
  const adk = await AgentEvaluator.evaluateEvalSet({
    agentModule: echo,
    evalSet,
    evalConfig: config(),
    numRuns: trials,
    ...options,
  }).catch((error) => error.result);
  const suite = evalSuite({
    agent: echo,
    evalSet,
    options: { ...options, config: config(), trials },
  });
  const told = await suite.check({ evalSetId: "greetings", evalId: "hello" }).then(
    () => "passed",
    (error: Error) => (error.name === "CaseFailed" ? "failed" : "not-evaluated"),
  );
  await suite.end();
  return {
    evaluate: run.status === "incomplete" ? "not-evaluated" : run.status,
    caseRow: run.cases[0]?.status,
    runner: one.status,
    agentEvaluator: adk.cases[0]?.status,
    describeEvals: told,
  };
}

/** The same options through every door, by the verdict that each comes to, or why it refuses. */
async function doors(options: Omit<RunOptions, "config" | "signal" | "failFast">) {
  const { criteria, trials = 1, ...shared } = { store: "memory", ...options } as const;
  const told = (error: Error & { code?: string }) =>
    error.name === "NotEvaluated" ? "not-evaluated" : (error.code ?? error.message);
  const suite = evalSuite({ agent: echo, evalSet, options: { ...shared, criteria, trials } });
  const described = suite
    .check({ evalSetId: "greetings", evalId: "hello" })
    .then(() => "passed", told);
  const outcomes = {
    evaluate: await evaluate(echo, evalSet, { ...shared, criteria, trials }).then(
      (run) => run.cases[0]?.status ?? "not-evaluated",
      told,
    ),
    agentEvaluator: await AgentEvaluator.evaluateEvalSet({
      ...{ agentModule: echo, evalSet, criteria, numRuns: trials },
      ...shared,
    }).then(
      (run) => run.cases[0]?.status,
      (error) => error.result?.cases[0]?.status ?? told(error),
    ),
    runner: await new EvalRunner({ agent: echo, ...shared, criteria, trials })
      .runCase(oneCase)
      .then(({ status }) => status, told),
    describeEvals: await described,
  };
  await suite.end().catch(() => {});
  return outcomes;
}

const everywhere = (verdict: string) => ({
  evaluate: verdict,
  agentEvaluator: verdict,
  runner: verdict,
  describeEvals: verdict,
});

test("a judge that is named beside the criteria judges through every door", async () => {
  const criteria = { final_response_match_v2: 0.5 };
  for (const good of [true, false]) {
    const judgeModel = (request: ChatRequest) => answerInForm(request, good);
    const outcomes = await doors({ criteria, judgeModel });
    const { describeEvals, ...others } = outcomes;
    const { describeEvals: _, ...expected } = everywhere(good ? "passed" : "failed");
    expect(others).toEqual(expected);
    expect(describeEvals).toContain(good ? "passed" : "needs 0.50");
  }
});

test("an address, a ceiling and the check of judges hold through every door", async () => {
  const server = await loopbackModels(({ messages }) => {
    const text = messages.map((each) => each.text).join("\n");
    const schema = { properties: { rationale: {}, verdict: {} } };
    return { text: answerInForm({ messages: [{ role: "user", text }], schema }, true) };
  });
  onTestFinished(() => server.close());
  const judged = {
    criteria: { final_response_match_v2: 0.5 },
    judgeModel: "openai-compatible/judge",
    baseUrl: `${server.url}/v1`,
  };
  expect(await doors(judged)).toEqual(everywhere("passed"));
  const unpriced = await doors({ ...judged, maxCost: 0.5 });
  expect(new Set(Object.values(unpriced).map((each) => /no-price|price of/.test(each)))).toEqual(
    new Set([true]),
  );
  const babbling = (request: ChatRequest) => answerInForm(request, true);
  const checked = { criteria: judged.criteria, judgeModel: babbling, judgeCheck: "on" } as const;
  expect(await doors(checked)).toEqual(everywhere("not-evaluated"));
});

test("an agent that puts its own fetch in place does not answer for the judge", async () => {
  const { fetch } = globalThis;
  onTestFinished(() => {
    globalThis.fetch = fetch;
  });
  const reply = (request: string, good: boolean) => {
    const messages = [{ role: "user", text: JSON.parse(request).messages.at(-1).content }] as const;
    const schema = { properties: { rationale: {}, verdict: {} } };
    return answerInForm({ messages, schema }, good);
  };
  const server = await loopbackModels(({ body }) => ({ text: reply(JSON.stringify(body), false) }));
  onTestFinished(() => server.close());
  const cheat = async () => {
    globalThis.fetch = async (_, init) => {
      const content = reply(String(init?.body), true);
      const choices = [
        { index: 0, finish_reason: "stop", message: { role: "assistant", content } },
      ];
      return Response.json({ id: "1", object: "chat.completion", model: "judge", choices });
    };
    return "No.";
  };
  const run = await evaluate(cheat, evalSet, {
    criteria: { final_response_match_v2: 0.5 },
    judgeModel: "openai-compatible/judge",
    baseUrl: `${server.url}/v1`,
    store: "memory",
  });
  expect(run.status).toBe("failed");
});

test("a block of tests takes every option of a run but those that the test runner decides", () => {
  // the name of a block is its title, and its run has none
  const decided: readonly string[] = [
    "failFast",
    "signal",
    ...gateOptionNames,
    ...earlyEndOptionNames,
    "name",
  ];
  expect([...describeOptions].sort()).toEqual(
    ["name", ...runOptionNames.filter((name) => !decided.includes(name))].sort(),
  );
});
