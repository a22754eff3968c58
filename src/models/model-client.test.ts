import { expect, test } from "vitest";
import { type ChatModel, type ChatReply, type ModelCall, ModelError } from "../core/chat-model.ts";
import type { Clock } from "./clock.ts";
import { modelClient } from "./model-client.ts";

const yes: ChatReply = { text: "yes", finish: "stop", usage: { input: 1000, output: 100 } };
const signal = new AbortController().signal;

/** Time passes only by waiting for it. */
function fakeClock(): Clock & { waited: number[] } {
  let time = 0;
  const waited: number[] = [];
  return {
    waited,
    now: () => time,
    random: () => 0.5,
    async sleep(milliseconds) {
      waited.push(milliseconds);
      time += milliseconds;
    },
  };
}

function aModel(answer: () => Promise<ChatReply>, id = "openai/gpt-5-mini"): ChatModel {
  return { id, generate: answer };
}

function aCall(model: ChatModel, sample = 0): ModelCall {
  const request = { messages: [{ role: "user", text: "Is it open?" }] } as const;
  return { role: "judge", model, request, turn: 0, step: "metric", sample };
}

/** Fails with the given errors first, then answers. */
function failing(...errors: readonly ModelError[]): { model: ChatModel; asked: () => number } {
  const left = [...errors];
  let asked = 0;
  const model = aModel(async () => {
    asked += 1;
    const error = left.shift();
    if (error !== undefined) throw error;
    return yes;
  });
  return { model, asked: () => asked };
}

test("a provider's Retry-After is a floor that nobody asks before", async () => {
  const clock = fakeClock();
  const { call: issue } = modelClient({ clock });
  const { model } = failing(new ModelError("rate-limit", "too many", { retryAfterMs: 8000 }));
  await expect(issue(aCall(model), signal)).resolves.toEqual(yes);
  expect(clock.waited.reduce((sum, each) => sum + each, 0)).toBeGreaterThanOrEqual(8000);
});

test("a cool-down that one call was asked for is everybody's", async () => {
  const clock = fakeClock();
  const asked: number[] = [];
  let refused = false;
  const model = aModel(async () => {
    asked.push(clock.now());
    if (!refused) {
      refused = true;
      throw new ModelError("rate-limit", "too many", { retryAfterMs: 5000 });
    }
    return yes;
  });
  const { call: issue } = modelClient({ clock });
  await issue(aCall(model, 0), signal);
  await issue(aCall(model, 1), signal);
  expect(asked[0]).toBe(0);
  expect(asked.slice(1).every((time) => time >= 5000)).toBe(true);
});

test.each(["auth", "invalid", "quota"] as const)(
  "a call refused for %s is not tried again",
  async (fault) => {
    const { model, asked } = failing(new ModelError(fault, "no"));
    await expect(modelClient({ clock: fakeClock() }).call(aCall(model), signal)).rejects.toThrow(
      "no",
    );
    expect(asked()).toBe(1);
  },
);

test("a server's bad moment is tried again, but not for ever", async () => {
  const down = () => new ModelError("server", "m did not answer (503): down");
  const { model } = failing(down(), down());
  await expect(modelClient({ clock: fakeClock() }).call(aCall(model), signal)).resolves.toEqual(
    yes,
  );
  const hopeless = aModel(() => Promise.reject(down()));
  await expect(modelClient({ clock: fakeClock() }).call(aCall(hopeless), signal)).rejects.toThrow(
    "asked 8 times",
  );
});

test("a model that never answers ends by the deadline, and the call is named", async () => {
  const silent = aModel(() => new Promise(() => {}));
  const { call: issue } = modelClient({ clock: fakeClock(), callTimeout: 20, patience: 0 });
  await expect(issue(aCall(silent), signal)).rejects.toThrow(
    "openai/gpt-5-mini did not answer within 0.02 s (metric, turn 1, sample 1).",
  );
});

test("a ceiling for costs stops the calls after it, with the reason", async () => {
  const { call: issue, spent } = modelClient({ clock: fakeClock(), maxCost: 0.0004 });
  const model = aModel(async () => yes);
  await issue(aCall(model), signal);
  expect(spent()).toBeCloseTo(0.00045, 10);
  await expect(issue(aCall(model, 1), signal)).rejects.toThrow("ceiling of $0.0004");
});

test("a stopped run stops waiting", async () => {
  const controller = new AbortController();
  const silent = aModel(() => new Promise(() => {}));
  const asked = modelClient().call(aCall(silent), controller.signal);
  controller.abort();
  await expect(asked).rejects.toThrow("was stopped");
});

const refused = () => new ModelError("unreachable", "connect ECONNREFUSED");

test("a server that nobody has reached yet is not waited for", async () => {
  const clock = fakeClock();
  const { model, asked } = failing(refused());
  await expect(modelClient({ clock }).call(aCall(model), signal)).rejects.toThrow("ECONNREFUSED");
  expect(asked()).toBe(1);
  expect(clock.waited).toEqual([]);
});

test("a server that has answered and is gone is tried three times, and no call waits for another", async () => {
  const clock = fakeClock();
  let isDown = false;
  let asked = 0;
  const model = aModel(async () => {
    asked += 1;
    if (isDown) throw refused();
    return yes;
  });
  const { call: issue } = modelClient({ clock });
  await issue(aCall(model), signal);
  isDown = true;
  for (let sample = 0; sample < 30; sample += 1) {
    await expect(issue(aCall(model, sample), signal)).rejects.toThrow("asked 3 times");
  }
  expect(asked).toBe(91);
  expect(Math.max(...clock.waited)).toBeLessThan(2_000);
});

test("a server that never answered is given up after a few broken lines or late replies", async () => {
  for (const [fault, tries] of [
    ["network", 3],
    ["timeout", 2],
  ] as const) {
    const errors = Array.from({ length: 20 }, () => new ModelError(fault, "gone"));
    const { model, asked } = failing(...errors);
    await expect(modelClient({ clock: fakeClock() }).call(aCall(model), signal)).rejects.toThrow();
    expect(asked()).toBe(tries);
  }
});

test("what is waited for is reported, with the try it is", async () => {
  const told: (string | undefined)[] = [];
  const clock = fakeClock();
  let count = 0;
  const model: ChatModel = {
    id: "ollama/llama3",
    async generate() {
      told.push(calls.waitingFor());
      count += 1;
      if (count > 1 && count < 5) throw new ModelError("server", "busy");
      return yes;
    },
  };
  const calls = modelClient({ clock });
  await calls.call(aCall(model), signal);
  await calls.call(aCall(model), signal);
  expect(told).toEqual([
    undefined,
    undefined,
    "waiting for ollama/llama3, 2nd try",
    "waiting for ollama/llama3, 3rd try",
    "waiting for ollama/llama3, 4th try",
  ]);
  expect(calls.waitingFor()).toBeUndefined();
});

test("under a ceiling a reply without a count costs what it can have cost at most", async () => {
  const model = aModel(async () => ({ text: "yes", finish: "stop" }));
  const open = modelClient({ clock: fakeClock() });
  expect(open.costOf(aCall(model), { text: "yes", finish: "stop" })).toBeUndefined();
  const held = modelClient({ clock: fakeClock(), maxCost: 0.003 });
  let answered = 0;
  for (let sample = 0; sample < 10; sample += 1) {
    await held.call(aCall(model, sample), signal).then(
      () => (answered += 1),
      (error) => expect(error).toMatchObject({ fault: "budget" }),
    );
  }
  expect(answered).toBeGreaterThan(0);
  expect(answered).toBeLessThan(10);
});

test.each([2, 8, 40])("a ceiling holds for %i calls at once as it does for one", async (many) => {
  const { call: issue, spent } = modelClient({ maxCost: 0.002 });
  let asked = 0;
  const model = aModel(async () => {
    asked += 1;
    await new Promise((resolve) => setTimeout(resolve, 1));
    return yes;
  });
  await issue(aCall(model), signal);
  const calls = Array.from({ length: many }, (_, sample) => issue(aCall(model, sample), signal));
  const ended = await Promise.allSettled(calls);
  // each costs $0.00045: the fifth one passes the ceiling, and there is no sixth
  expect(asked).toBe(Math.min(many + 1, 5));
  expect(spent()).toBeLessThan(0.002 + 0.00045);
  const refusals = ended.flatMap((each) => (each.status === "rejected" ? [each.reason] : []));
  expect(refusals.every((error) => error.fault === "budget")).toBe(true);
});

test.each([
  ["another step", "safety_v1", "Is it open?"],
  ["a longer request", "metric", "Is it open? ".repeat(2000)],
])("a cheap call says nothing of %s: the ceiling is passed by one call", async (_, step, text) => {
  const { call: issue, spent } = modelClient({ maxCost: 0.002 });
  let asked = 0;
  const small = { input: 20, output: 2 };
  await issue(aCall(aModel(async () => ({ ...yes, usage: small }))), signal);
  const model = aModel(async () => {
    asked += 1;
    await new Promise((resolve) => setTimeout(resolve, 1));
    return { ...yes, usage: { input: 8000, output: 100 } };
  });
  const request = { messages: [{ role: "user", text }] } as const;
  const calls = Array.from({ length: 4 }, (__, sample) =>
    issue({ ...aCall(model, sample), step, request }, signal),
  );
  await Promise.allSettled(calls);
  expect(asked).toBe(1);
  expect(spent()).toBeLessThan(0.002 + 0.0022);
});

test("the first call of a kind waits for those before it, and is overtaken by none", async () => {
  const { call: issue } = modelClient({ maxCost: 1 });
  const order: string[] = [];
  const model = aModel(async () => {
    await new Promise((resolve) => setTimeout(resolve, 1));
    return yes;
  });
  const ask = (step: string, sample: number) =>
    issue({ ...aCall(model, sample), step }, signal).then(() => order.push(step));
  await ask("known", 0);
  await Promise.all([ask("known", 1), ask("new", 0), ask("known", 2), ask("known", 3)]);
  expect(order).toEqual(["known", "known", "new", "known", "known"]);
});

test("calls that wait for what others will have cost stop with the run, and give back their places", async () => {
  const { call: issue } = modelClient({ maxCost: 0.0006 });
  const landing = Promise.withResolvers<ChatReply>();
  const model = aModel(() => landing.promise);
  // from then on each is expected to cost what this one has
  await issue(aCall(aModel(async () => yes)), signal);
  const controller = new AbortController();
  const one = issue(aCall(model), signal);
  const stopped = issue(aCall(model, 1), controller.signal);
  await new Promise((resolve) => setTimeout(resolve, 5));
  controller.abort();
  await expect(stopped).rejects.toThrow("was stopped");
  landing.resolve(yes);
  await expect(one).resolves.toEqual(yes);
});

test.each([
  { input: 0, output: 0 },
  { input: 1000, output: 0 },
  { input: 0, output: 10 },
  { input: -1000, output: 10 },
  { input: Number.NaN, output: 10 },
])("under a ceiling a reply that was not counted, %o, is not free", async (usage) => {
  const model = aModel(async () => ({ text: "yes", finish: "stop", usage }));
  const { call: issue, spent } = modelClient({ clock: fakeClock(), maxCost: 0.01 });
  const calls = Array.from({ length: 20 }, (_, sample) => issue(aCall(model, sample), signal));
  const refused = (await Promise.allSettled(calls)).filter(({ status }) => status === "rejected");
  expect(refused.length).toBeGreaterThan(0);
  expect(spent()).toBeGreaterThanOrEqual(0.01);
});
