import { expect, test } from "vitest";
import { AgentEvaluator } from "./agent-evaluator.ts";
import { defineConfig } from "./define-config.ts";
import { evalSuite } from "./describe-evals.ts";
import { EvalRunner } from "./eval-runner.ts";
import { evaluate } from "./evaluate.ts";

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
    config: config(),
    options: { ...options, trials },
  });
  const told = await suite.check({ evalSetId: "greetings", evalId: "hello" }).then(
    () => "passed",
    (error: Error) => (error.name === "CaseFailed" ? "failed" : "not-evaluated"),
  );
  await suite.end();
  return {
    evaluate: run.status === "incomplete" ? "not-evaluated" : run.status,
    caseRow: run.verdicts[0]?.status,
    runner: one.status,
    agentEvaluator: adk.verdicts[0]?.status,
    describeEvals: told,
  };
}
