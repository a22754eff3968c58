import { expect, test } from "vitest";
import type { RunStore } from "../core/run-store.ts";
import { memoryStore } from "../stores/memory-store.ts";
import { evalSuite } from "./eval-suite.ts";
import type { DescribeOptions } from "./eval-suite-plan.ts";

interface Block {
  readonly store: RunStore;
  readonly model: string;
  readonly evalSetId: string;
  readonly options?: DescribeOptions;
}

/** A block as a loop over models makes it: each of its agents is the same text. */
function block({ store, model, evalSetId, options = {} }: Block) {
  const heard: string[] = [];
  const agent = (text: string) => {
    heard.push(model);
    return text;
  };
  const conversation = [{ user_content: "one", final_response: "one" }];
  const evalSet = { eval_set_id: evalSetId, eval_cases: [{ eval_id: "one", conversation }] };
  const criteria = { response_match_score: 0.8 };
  const suite = evalSuite({ agent, evalSet, options: { criteria, store, ...options } });
  const run = async () => {
    const ending = await suite.check({ evalSetId, evalId: "one" }).then(
      () => "passed",
      (error: Error) => error.message.replace(/\s+/g, " "),
    );
    await suite.end().catch(() => {});
    return ending;
  };
  return { run, heard };
}

/** Runs that it keeps were stopped: nobody hears of their end. */
function stoppingStore(): RunStore {
  const store = memoryStore();
  const append: RunStore["append"] = async (event, text) => {
    if (event.type !== "run-end") await store.append(event, text);
  };
  return { ...store, append };
}

test("where two blocks may have begun the run that was stopped, none takes the answers of the other", async () => {
  const store = stoppingStore();
  const resumed = { store, evalSetId: "twins", options: { resume: true } };
  const small = block({ ...resumed, model: "small" });
  const large = block({ ...resumed, model: "large" });
  expect(await large.run()).toBe("passed");
  expect(await small.run()).toContain("more than one block may have begun");
  expect(small.heard).toEqual([]);
});

test("a name that is given later does not say whose run it was", async () => {
  const store = stoppingStore();
  const given = { store, evalSetId: "named later" };
  await block({ ...given, model: "large" }).run();
  const named = (model: string) =>
    block({ ...given, model, options: { resume: true, name: model } });
  const [small, large] = [named("small"), named("large")];
  for (const each of [small, large])
    expect(await each.run()).toContain("more than one block may have begun");
});

test("one name for two blocks is none", async () => {
  const store = stoppingStore();
  const named = (model: string, resume: boolean) =>
    block({ store, evalSetId: "one name", model, options: { resume, name: "a model" } });
  await named("large", false).run();
  const [small, large] = [named("small", true), named("large", true)];
  for (const each of [small, large])
    expect(await each.run()).toContain("more than one block may have begun");
});

test("blocks that have names go on with their own runs", async () => {
  const store = stoppingStore();
  const named = (model: string) =>
    block({ store, evalSetId: "named", model, options: { resume: true, name: model } });
  await named("large").run();
  const [small, large] = [named("small"), named("large")];
  expect([await small.run(), await large.run()]).toEqual(["passed", "passed"]);
  expect([small.heard, large.heard]).toEqual([["small"], []]);
});

test("blocks that differ in their criteria go on with their own runs", async () => {
  const store = stoppingStore();
  const held = (threshold: number, resume: boolean) =>
    block({
      ...{ store, evalSetId: "criteria", model: "one" },
      options: { resume, criteria: { response_match_score: threshold } },
    });
  const begun = [held(1, false), held(0.5, false)];
  for (const each of begun) expect(await each.run()).toBe("passed");
  const resumed = [held(1, true), held(0.5, true)];
  for (const each of resumed) expect(await each.run()).toBe("passed");
  expect(resumed.flatMap(({ heard }) => heard)).toEqual([]);
});
