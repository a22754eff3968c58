import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { agentFactory } from "../agents/agent-factory.ts";
import type { FunctionContext } from "../agents/function-agent.ts";
import type { Invocation } from "../core/invocation.ts";
import { evaluate } from "./evaluate.ts";

const evalSet = {
  eval_set_id: "kitchen",
  eval_cases: [
    {
      eval_id: "dark",
      conversation: [{ user_content: "Is it dark?", final_response: "It is dark." }],
    },
  ],
};
const criteria = { response_match_score: 0.8 };
const store = "memory";

/** One wrong answer, measured by `hostile` and then by an honest metric. */
async function measuredBy(hostile: unknown, more: object = {}) {
  const run = await evaluate(() => "No.", evalSet, {
    config: { criteria: { hostile: 0.5, ...criteria }, customMetrics: { hostile } } as never,
    store,
    ...more,
  });
  const [first, second] = run.cases[0]?.trials[0]?.metrics ?? [];
  return { run, hostile: first, honest: second };
}

test("an agent that edits its message is asked the same in the next trial", async () => {
  const heard: string[] = [];
  const agent = (text: string, { content }: FunctionContext) => {
    heard.push(text);
    for (const part of (content as { parts: { text: string }[] }).parts) part.text = "changed";
    return "It is dark.";
  };
  const run = await evaluate(agent, evalSet, { criteria, trials: 3, store });
  expect(heard).toEqual(["Is it dark?", "Is it dark?", "Is it dark?"]);
  expect(run.trials.flat().map((each) => each.invocations[0]?.userContent.parts)).toEqual(
    Array(3).fill([{ text: "Is it dark?" }]),
  );
});

test("a metric that edits what it is given changes it for nobody else", async () => {
  const { honest, run } = await measuredBy(
    (_: unknown, actual: Invocation[], expected: Invocation[]) => {
      Object.assign(actual[0] as object, { finalResponse: expected[0]?.finalResponse });
      expected.length = 0;
      return 1;
    },
  );
  expect(honest).toMatchObject({ status: "failed" });
  expect(run.status).toBe("failed");
});

test.each([
  ["status", { status: "passed" }],
  ["score", { score: 1, kind: "scored" }],
])(
  "an agent that gives every object a %s fails its case, and the next is as ever",
  async (key, given) => {
    const run = await evaluate(
      () => {
        Object.assign(Object.prototype, given);
        return "It is dark.";
      },
      evalSet,
      { criteria, store },
    );
    expect(Object.hasOwn(Object.prototype, key)).toBe(false);
    expect(run.cases[0]?.trials[0]).toMatchObject({ status: "failed", reason: "agent-error" });
    expect(run.cases[0]?.trials[0]?.detail).toContain("Object.prototype.");
  },
);

test("what a program gave every object before the run is refused", async () => {
  Object.assign(Object.prototype, { status: "passed" });
  const refused = evaluate(() => "No.", evalSet, { criteria, store }).catch((error) => error);
  const error = await refused;
  delete (Object.prototype as { status?: unknown }).status;
  expect(error).toMatchObject({ code: "agent/invalid" });
});

test("a replaced built-in is put back and told", async () => {
  const { includes } = Array.prototype;
  const run = await evaluate(
    () => {
      Array.prototype.includes = () => false;
      return "No.";
    },
    evalSet,
    { criteria, store },
  );
  expect(Array.prototype.includes).toBe(includes);
  expect(run.cases[0]?.trials[0]?.detail).toContain("Array.prototype.includes");
});

test.each<[what: string, metric: () => unknown, said: string]>([
  ["returns seven", () => 7, "from 0 to 1 was expected"],
  ["ends the process", () => process.exit(0), "hostile called process.exit(0)"],
  [
    "throws a trap",
    () => {
      throw new Proxy(
        {},
        {
          get() {
            throw new Error("trap");
          },
        },
      );
    },
    "hostile",
  ],
  [
    "changes built-ins",
    () => {
      Object.assign(Object.prototype, { score: 1 });
      return {};
    },
    "Object.prototype.score",
  ],
])("a metric that %s is not evaluated, and nothing else is", async (_, metric, said) => {
  const { hostile, honest } = await measuredBy(metric);
  expect(hostile).toMatchObject({ status: "not-evaluated", reason: "metric-error" });
  expect(hostile?.detail).toContain(said);
  expect(honest).toMatchObject({ status: "failed" });
});

test("details that cannot be written are left out, whatever they are", async () => {
  const circle: Record<string, unknown> = { big: 1n, call() {}, sign: Symbol("x") };
  circle.circle = circle;
  Object.defineProperty(circle, "trap", {
    enumerable: true,
    get: () => {
      throw new Error("no");
    },
  });
  const { hostile } = await measuredBy(() => ({ score: 0.75, details: circle }));
  expect(hostile).toMatchObject({ status: "passed", score: 0.75 });
  expect(JSON.stringify(hostile?.details)).toContain('"big":1');
  const { hostile: large } = await measuredBy(() => ({
    score: 0.75,
    details: { text: "x".repeat(1_000_000) },
  }));
  expect(large?.details).toEqual({ leftOut: "These details were too large." });
});

test("a metric that never answers ends by its deadline", async () => {
  const folder = mkdtempSync(join(tmpdir(), "assay-metric-"));
  writeFileSync(join(folder, "metric.mjs"), "export const wait = () => new Promise(() => {});");
  const hostile = { codeConfig: { name: "./metric.mjs:wait" }, timeoutSeconds: 0.05 };
  const { hostile: result } = await measuredBy(hostile, { cwd: folder });
  expect(result).toMatchObject({ status: "not-evaluated", reason: "metric-error" });
  expect(result?.detail).toContain("took longer than 0.05 s");
});

test("a reporter that edits what it hears changes no result", async () => {
  const reporter = {
    onCase(result: object) {
      Object.assign(result, { status: "passed" });
    },
  };
  const run = await evaluate(() => "No.", evalSet, { criteria, store, reporters: [reporter] });
  expect(run).toMatchObject({ status: "failed", cases: [{ status: "failed" }] });
});

test("what a factory makes is let go with its conversation, by whatever way it has", async () => {
  const closed: string[] = [];
  const ways = [Symbol.asyncDispose, "dispose", "close"] as const;
  for (const way of ways) {
    const made = agentFactory(() =>
      Object.assign(async () => "It is dark.", { [way]: () => void closed.push(String(way)) }),
    );
    const run = await evaluate(made, evalSet, { criteria, store, trials: 2 });
    expect(run.status).toBe("passed");
  }
  expect(closed).toEqual(ways.flatMap((way) => [String(way), String(way)]));
});

test("an agent that fails while it is let go has answered all the same", async () => {
  const warned: string[] = [];
  const listen = (warning: Error) => void warned.push(warning.message);
  process.on("warning", listen);
  const agent = agentFactory(() => ({
    name: "made",
    start: () => ({ send: async () => "It is dark." }),
    dispose: async () => {
      throw new Error("no way out");
    },
  }));
  const run = await evaluate(agent, evalSet, { criteria, store });
  await new Promise((done) => setImmediate(done));
  process.off("warning", listen);
  expect(run.status).toBe("passed");
  expect(warned.join()).toContain("no way out");
});

test("an agent's .env is gone before the next agent is loaded", async () => {
  const folder = mkdtempSync(join(tmpdir(), "assay-env-"));
  for (const name of ["one", "two"]) {
    mkdirSync(join(folder, name));
    writeFileSync(
      join(folder, name, "agent.mjs"),
      "export const rootAgent = () => JSON.stringify([process.env.ASSAY_ONE, process.env.ASSAY_TWO]);",
    );
    writeFileSync(join(folder, name, ".env"), `ASSAY_${name.toUpperCase()}=here`);
  }
  const answers: unknown[] = [];
  for (const name of ["one", "two", "one"]) {
    const run = await evaluate(name, evalSet, { criteria, store, cwd: folder });
    answers.push(run.cases[0]?.trials[0]?.invocations[0]?.finalResponse?.parts);
  }
  expect(answers).toEqual([
    [{ text: '["here",null]' }],
    [{ text: '[null,"here"]' }],
    [{ text: '["here",null]' }],
  ]);
  expect(process.env.ASSAY_ONE).toBeUndefined();
});

test("a metric of one's own that needs a judge gets one", async () => {
  const asks = {
    description: "",
    version: 1,
    range: { min: 0, max: 1 },
    direction: "higher",
    needs: ["judge"],
    criterion: { read: () => ({}) },
    create:
      (_: unknown, { judgeFor }: { judgeFor?: unknown }) =>
      () => ({
        kind: "scored",
        score: judgeFor === undefined ? 0 : 1,
        perInvocation: [],
      }),
  };
  const { hostile } = await measuredBy(asks, { judgeModel: async () => "yes" });
  expect(hostile).toMatchObject({ status: "passed", score: 1 });
});
