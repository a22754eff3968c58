import { expect, test } from "vitest";
import { type ChatModel, type ChatReply, type ModelCall, ModelError } from "../core/chat-model.ts";
import type { Clock } from "./call-limiter.ts";
import { issueCalls } from "./issue-calls.ts";

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
  const { issue } = issueCalls({ clock });
  const { model } = failing(new ModelError("rate-limit", "too many", { retryAfterMs: 8000 }));
  await expect(issue(aCall(model), signal)).resolves.toEqual(yes);
  expect(clock.waited.reduce((sum, each) => sum + each, 0)).toBeGreaterThanOrEqual(8000);
});

test("a rest that one call was asked to take is everybody's", async () => {
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
  const { issue } = issueCalls({ clock });
  await issue(aCall(model, 0), signal);
  await issue(aCall(model, 1), signal);
  expect(asked[0]).toBe(0);
  expect(asked.slice(1).every((time) => time >= 5000)).toBe(true);
});

test.each(["auth", "invalid", "quota"] as const)(
  "a call refused for %s is not tried again",
  async (fault) => {
    const { model, asked } = failing(new ModelError(fault, "no"));
    await expect(issueCalls({ clock: fakeClock() }).issue(aCall(model), signal)).rejects.toThrow(
      "no",
    );
    expect(asked()).toBe(1);
  },
);

test("a server's bad moment is tried again, but not for ever", async () => {
  const down = () => new ModelError("server", "m did not answer (503): down");
  const { model } = failing(down(), down());
  await expect(issueCalls({ clock: fakeClock() }).issue(aCall(model), signal)).resolves.toEqual(
    yes,
  );
  const hopeless = aModel(() => Promise.reject(down()));
  await expect(issueCalls({ clock: fakeClock() }).issue(aCall(hopeless), signal)).rejects.toThrow(
    "asked 8 times",
  );
});

test("a model that never answers ends by the deadline, and the call is named", async () => {
  const silent = aModel(() => new Promise(() => {}));
  const { issue } = issueCalls({ clock: fakeClock(), callTimeout: 20, patience: 0 });
  await expect(issue(aCall(silent), signal)).rejects.toThrow(
    "openai/gpt-5-mini did not answer within 0.02 s (metric, turn 1, sample 1).",
  );
});

test("a ceiling for costs stops the calls after it, with the reason", async () => {
  const { issue, spent } = issueCalls({ clock: fakeClock(), maxCost: 0.0004 });
  const model = aModel(async () => yes);
  await issue(aCall(model), signal);
  expect(spent()).toBeCloseTo(0.00045, 10);
  await expect(issue(aCall(model, 1), signal)).rejects.toThrow("ceiling of $0.0004");
});

test("a stopped run stops waiting", async () => {
  const controller = new AbortController();
  const silent = aModel(() => new Promise(() => {}));
  const asked = issueCalls().issue(aCall(silent), controller.signal);
  controller.abort();
  await expect(asked).rejects.toThrow("was stopped");
});
