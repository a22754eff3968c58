import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { memoryStore } from "../stores/memory-store.ts";
import { temporaryFolder } from "../testing/temporary-folder.ts";
import { evalSuite } from "./eval-suite.ts";
import type { DescribeOptions } from "./eval-suite-plan.ts";

const set = {
  eval_set_id: "echo",
  name: "Echo",
  eval_cases: ["one", "two", "three"].map((word, at) => ({
    eval_id: word,
    conversation: [{ user_content: word, final_response: at === 1 ? "something else" : word }],
    ...(at === 0 ? { assay: { tags: ["critical"] } } : {}),
  })),
};
const config = { criteria: { response_match_score: 0.8 } };

function echoSuite(options: DescribeOptions = {}) {
  const heard: string[] = [];
  const store = memoryStore();
  const agent = (text: string) => {
    heard.push(text);
    return text;
  };
  const suite = evalSuite({ agent, evalSet: set, options: { config, store, ...options } });
  const named = (evalId: string) => ({ evalSetId: "echo", evalId });
  return { suite, heard, store, named };
}

test("every case is a test, with its tags in the title", () => {
  const { suite } = echoSuite();
  expect(suite.title).toBe("Echo");
  expect(suite.cases.map(({ title }) => title)).toEqual(["one #critical", "two", "three"]);
});

const withQuarantine = {
  ...set,
  eval_cases: set.eval_cases.map((each, at) =>
    at === 1 ? { ...each, assay: { quarantine: "flaky" } } : each,
  ),
};

test("a case in quarantine is a test that is skipped, with the reason in its title, unless it is named", async () => {
  const store = memoryStore();
  const agent = (text: string) => text;
  const options = { config, store };
  const suite = evalSuite({ agent, evalSet: withQuarantine, options });
  expect(suite.cases.map(({ title, quarantine }) => [title, quarantine])).toEqual([
    ["one #critical", undefined],
    ["two (quarantined: flaky)", "flaky"],
    ["three", undefined],
  ]);
  await suite.check({ evalSetId: "echo", evalId: "one" });
  await suite.end();
  const [listing] = await store.list();
  const [start] = await store.runEvents(listing?.runId ?? "");
  expect(start).toMatchObject({
    about: { caseCount: 2, sets: [{ quarantined: [{ evalId: "two", reason: "flaky" }] }] },
  });
  const named = evalSuite({
    agent,
    evalSet: withQuarantine,
    options: { ...options, cases: ["two"] },
  });
  expect(named.cases.map(({ quarantine }) => quarantine)).toEqual([undefined]);
  await expect(named.check({ evalSetId: "echo", evalId: "two" })).rejects.toThrow(/two/);
  await named.end();
});

test("the name of a block is kept with its run, since others may have the same agent and the same sets", async () => {
  const { suite, store, named } = echoSuite({ name: "small model" });
  await suite.check(named("one"));
  await suite.end();
  const [listing] = await store.list();
  const [start] = await store.runEvents(listing?.runId ?? "");
  expect(start).toMatchObject({ about: { block: "small model" } });
});

test("a tag that no case has is refused: nothing evaluated is not a pass", () => {
  expect(() => echoSuite({ tags: ["critcal"] })).toThrow("No case has the tag critcal.");
  expect(echoSuite({ tags: ["critical"] }).suite.cases).toHaveLength(1);
});

test("a misspelt option is reported, not taken for one that was left out", () => {
  const options = { trails: 3 } as DescribeOptions;
  expect(() => echoSuite(options)).toThrow(/no option "trails"[\s\S]*Did you mean trials/);
});

test("a set that is code is to be imported: tests are defined at once", () => {
  const evalSet = join(temporaryFolder(), "lights.evalset.ts");
  writeFileSync(evalSet, "export default {};");
  expect(() => evalSuite({ agent: "agent", evalSet })).toThrow(
    /is code[\s\S]*Import it in the test file/,
  );
});

test("the command that a misspelt case of a file is answered with names the file", () => {
  const cwd = temporaryFolder();
  writeFileSync(join(cwd, "set.evalset.json"), JSON.stringify(set));
  const options = { cases: ["tow"], cwd };
  expect(() => evalSuite({ agent: "agent", evalSet: "set.evalset.json", options })).toThrow(
    /assay eval-set show\s+set\.evalset\.json/,
  );
});

test("a misspelt case is reported, and not a block of the other cases", () => {
  expect(echoSuite({ cases: ["one", "three"] }).suite.cases).toHaveLength(2);
  expect(() => echoSuite({ cases: ["one", "tow"] })).toThrow(
    /Echo has no case "tow"[\s\S]*Did you mean two/,
  );
});

test.each([[undefined], [[]]])("no eval set (%j) is reported as that", (evalSet) => {
  const suite = () => evalSuite({ agent: (text: string) => text, evalSet: evalSet as never });
  expect(suite).toThrow(/describeEvals was given no eval set/);
});

test("options that are none are reported", () => {
  const make = () => evalSuite({ agent: (t: string) => t, evalSet: set, options: null as never });
  expect(make).toThrow(/describeEvals was given null for its options/);
});

test("a case that passed resolves, one that failed rejects with what the report would say", async () => {
  const { suite, named } = echoSuite();
  await suite.check(named("one"));
  const failure = await suite.check(named("two")).catch((error: Error) => error);
  expect(String(failure)).toMatchInlineSnapshot(`
    "CaseFailed: response 0.00, needs 0.80

      ✗ two, turn 1 of 1
        user   two
        expected  something else
        actual    two
        why    The answer lacks "something else" and adds "two".
               response 0.00, needs 0.80.
    "
  `);
  await suite.end();
});

test("all cases are one run, begun by the first and ended after the last", async () => {
  const { suite, store, named } = echoSuite();
  await Promise.all([suite.check(named("one")), suite.check(named("three"))]);
  await suite.end();
  const [run, ...others] = await store.list();
  expect(others).toEqual([]);
  const events = await store.runEvents(run?.runId ?? "");
  expect(events.map(({ type }) => type)).toEqual(["run-start", "run-end"]);
});

test("only what is asked for is run, and what is asked for twice is run once", async () => {
  const { suite, heard, named } = echoSuite();
  await suite.check(named("three"));
  await suite.check(named("three"));
  await suite.end();
  expect(heard).toEqual(["three"]);
});

test("a run that begins with some of the cases plans no others", async () => {
  const { suite, store, heard, named } = echoSuite();
  suite.begin([named("one")]);
  await suite.check(named("one"));
  await suite.end();
  expect(heard).toEqual(["one"]);
  const [run] = await store.list();
  const [start] = await store.runEvents(run?.runId ?? "");
  expect(start).toMatchObject({ about: { caseCount: 1 } });
});

test("a block whose tests are all left out leaves no run", async () => {
  const { suite, store } = echoSuite();
  await suite.end();
  expect(await store.list()).toEqual([]);
});

test("a case that the run was begun without is reported, not waited for", async () => {
  const { suite, named } = echoSuite();
  suite.begin([named("one")]);
  await expect(suite.check(named("three"))).rejects.toThrow("no part of the run");
  await suite.end();
});

test("a store that cannot end the run fails the last hook, when no test waits", async () => {
  const store = memoryStore();
  const append: typeof store.append = (event) =>
    event.type === "run-end" ? Promise.reject(new Error("disk full")) : store.append(event);
  const { suite, named } = echoSuite({ store: { ...store, append } });
  await suite.check(named("one"));
  await expect(suite.end()).rejects.toThrow("disk full");
});

test("all trials of a case are one test, judged together", async () => {
  const { suite, heard, named } = echoSuite({ trials: 3 });
  await suite.check(named("one"));
  await expect(suite.check(named("two"))).rejects.toThrow("0 of 3 trials passed");
  await suite.end();
  expect(heard).toHaveLength(6);
});

test("what keeps the run from beginning fails every test with its hint", async () => {
  const suite = evalSuite({ agent: "no-such-agent", evalSet: set, options: { config } });
  const failure = suite.check({ evalSetId: "echo", evalId: "one" });
  await expect(failure).rejects.toThrow(/There is no agent at no-such-agent/);
  await expect(suite.check({ evalSetId: "echo", evalId: "two" })).rejects.toThrow(/no agent/);
  await suite.end();
});

test("a case that could not be evaluated rejects with its reason", async () => {
  const evalSet = {
    eval_set_id: "bare",
    eval_cases: [{ eval_id: "a", conversation: [{ user_content: "hi" }] }],
  };
  const options = { store: memoryStore() };
  const suite = evalSuite({
    agent: (text: string) => text,
    evalSet,
    options: { config, ...options },
  });
  const failure = await suite.check({ evalSetId: "bare", evalId: "a" }).catch((error) => error);
  expect(String(failure)).toContain("NotEvaluated: not evaluated: ");
  await suite.end();
});

test("a ceiling for costs fails the tests that nobody could pay for, with why", async () => {
  function house() {
    return { text: "{}", finish: "stop", usage: { input: 1_000_000, output: 0 } } as const;
  }
  const suite = evalSuite({
    agent: (text: string) => text,
    evalSet: set,
    options: {
      config: {
        criteria: { final_response_match_v2: 0.5 },
        modelPrices: { house: { input: 1, output: 1 } },
      },
      ...{ judgeModel: house, maxCost: 2, concurrency: 1, store: "memory" },
    },
  });
  const named = set.eval_cases.map(({ eval_id }) => ({ evalSetId: "echo", evalId: eval_id }));
  const ends = await Promise.allSettled(named.map((each) => suite.check(each)));
  await suite.end();
  const last = ends.at(-1);
  expect(last).toMatchObject({
    status: "rejected",
    reason: { name: "NotEvaluated", message: expect.stringContaining("a higher --max_cost") },
  });
});

test("options are those of evaluate, and what is none of them is refused with a hint", () => {
  const make = (options: unknown) => () =>
    evalSuite({ agent: (text: string) => text, evalSet: set, options: options as never });
  expect(make({ runs: 2 })).toThrow(/no option "runs"[\s\S]*Did you mean trials\?/);
  expect(make({ customMetrics: {} })).toThrow(/Did you mean config\?/);
  expect(make("test_config.json")).toThrow(
    /for its options[\s\S]*\{ config: "test_config.json" \}/,
  );
});
