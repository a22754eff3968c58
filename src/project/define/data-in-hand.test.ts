import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { EvalRunner } from "../../api/adk/eval-runner.ts";
import { collect } from "../../api/collect.ts";
import { evaluate } from "../../api/evaluate.ts";
import { score } from "../../api/score-saved.ts";
import { defineEvalSet } from "./define-eval-set.ts";

/** Says what it is asked, and counts how often. */
function countedAgent() {
  const seen: string[] = [];
  const agent = (text: string) => {
    seen.push(text);
    return text;
  };
  return { seen, agent };
}

const turn = { user_content: "hello", final_response: "hello" };
const session = (state: unknown) => ({ app_name: "desk", user_id: "u", state });
const setWith = (state: unknown) => ({
  eval_set_id: "greetings",
  eval_cases: [{ eval_id: "a", conversation: [turn], session_input: session(state) }],
});
const options = { criteria: { response_match_score: 0.8 }, store: "memory" } as const;

const circle: Record<string, unknown> = {};
circle.self = circle;

/** What JSON would drop, change or break off at. */
const strangers = [
  [{ at: new Date(0) }, "at is a Date"],
  [{ at: Number.NaN }, "at is NaN"],
  [{ at: () => 1 }, "at is a function"],
  [{ at: new Map([[1, 2]]) }, "at is a Map"],
  [{ at: 3n }, "at is a bigint"],
  [circle, "self contains itself"],
] as const;

test.each(strangers)(
  "data in hand with what no file can hold is refused (%#)",
  async (state, what) => {
    const { seen, agent } = countedAgent();
    const refused = (code: string, place: string) => ({
      name: "UserFacingError",
      code,
      message: expect.stringContaining(`${place}.${what}, which no `),
      hint: expect.any(String),
    });
    const inSet = refused("eval-set/invalid", "eval_cases[0].session_input.state");
    await expect(evaluate(agent, setWith(state), options)).rejects.toMatchObject(inSet);
    await expect(collect(agent, setWith(state), { store: "memory" })).rejects.toMatchObject(inSet);
    const done = await evaluate((text: string) => text, setWith({}), options);
    await expect(
      score(done, { criteria: options.criteria, evalSet: setWith(state) }),
    ).rejects.toMatchObject(inSet);
    const runner = new EvalRunner({ agent, ...options });
    await expect(runner.runCase({ ...turn, session_input: session(state) })).rejects.toMatchObject(
      inSet,
    );
    await expect(
      evaluate(agent, setWith({}), { ...options, initialSession: { state } }),
    ).rejects.toMatchObject(refused("cli/usage", "initialSession.state"));
    expect(seen).toEqual([]);
  },
);

test("a set that was read is checked as well where a program changed it", async () => {
  const set = defineEvalSet({ evalCases: [{ conversation: ["hello"] }] });
  const [first] = set.evalCases;
  const changed = { ...set, evalCases: [{ ...first, finalSessionState: { at: new Date(0) } }] };
  await expect(evaluate((text: string) => text, changed as never, options)).rejects.toMatchObject({
    code: "eval-set/invalid",
    message: expect.stringContaining("evalCases[0].finalSessionState.at is a Date"),
  });
});

test.each([
  [{ response_match_score: Number.NaN }, "criteria.response_match_score is NaN"],
  [{ response_match_score: 1n }, "criteria.response_match_score is a bigint"],
  [circle, "criteria.self contains itself"],
])("criteria with what no file can hold are refused (%#)", async (criteria, message) => {
  const { seen, agent } = countedAgent();
  await expect(
    evaluate(agent, setWith({}), { criteria: criteria as never, store: "memory" }),
  ).rejects.toMatchObject({ code: "config/invalid", message: expect.stringContaining(message) });
  expect(seen).toEqual([]);
});

test("criteria that are null are no way to ask for the default ones", async () => {
  const { seen, agent } = countedAgent();
  await expect(
    evaluate(agent, setWith({}), { criteria: null as never, store: "memory" }),
  ).rejects.toMatchObject({
    code: "config/invalid",
    message: expect.stringContaining("criteria is null"),
  });
  await expect(
    evaluate(agent, setWith({}), { ...options, require: null as never }),
  ).rejects.toMatchObject({ code: "cli/usage", message: "require is null, which is no rule." });
  expect(seen).toEqual([]);
});

test("data of another realm, as test runners have it, is plain data", async () => {
  const set = runInNewContext(`(${JSON.stringify(setWith({ at: [1, { deep: true }] }))})`);
  const run = await evaluate((text: string) => text, set, options);
  expect(run.status).toBe("passed");
});
