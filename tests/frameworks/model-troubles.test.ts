import { describe, expect, test } from "vitest";
import { type ModelCall, ModelError } from "../../src/core/chat-model.ts";
import { chatModel, modelClient } from "../../src/models/index.ts";
import type { ModelScript } from "../../src/testing/index.ts";
import { assay } from "../cli/assay.ts";
import {
  evaluateJudged,
  honest,
  judgedProject,
  providers,
  reportIn,
  server,
} from "./judged-project.ts";

const openai = providers.openai as NonNullable<(typeof providers)[string]>;

describe("a provider in trouble", () => {
  test("429 with Retry-After: nobody asks before the floor", async () => {
    const times: number[] = [];
    let limitedAt = 0;
    const models = await server((request) => {
      times.push(performance.now());
      if (times.length !== 4) return honest(request);
      limitedAt = performance.now();
      return { status: 429, retryAfterSeconds: 2 };
    });
    const cwd = judgedProject({ cases: 8 });
    const { code, stdout } = await evaluateJudged(cwd, openai(models.url), { args: ["-j", "1"] });
    expect(code, stdout).toBe(1);
    expect(reportIn(cwd).totals).toMatchObject({ passed: 6, failed: 2 });
    const early = times.filter((time) => time > limitedAt + 20 && time < limitedAt + 2000);
    expect(early).toEqual([]);
    expect(times).toHaveLength(25);
  });

  test("429 without Retry-After: asked again later, and only then", async () => {
    const times: number[] = [];
    const models = await server((request) => {
      times.push(performance.now());
      return times.length === 1 ? { status: 429 } : honest(request);
    });
    const cwd = judgedProject({ cases: 1, samples: 1 });
    const { code, stdout } = await evaluateJudged(cwd, openai(models.url));
    expect(code, stdout).toBe(0);
    expect(times).toHaveLength(2);
    expect((times[1] ?? 0) - (times[0] ?? 0)).toBeGreaterThan(990);
  });

  test("a burst of 5xx is waited out", async () => {
    let count = 0;
    const models = await server((request) => {
      count += 1;
      return count <= 3 ? { status: 500 + count } : honest(request);
    });
    const cwd = judgedProject({ cases: 2, samples: 3 });
    const { code, stdout } = await evaluateJudged(cwd, openai(models.url));
    expect(code, stdout).toBe(0);
    expect(models.requests).toHaveLength(9);
  });

  test("half a body is no answer, and is asked for again", async () => {
    let count = 0;
    const models = await server((request) => {
      count += 1;
      return { ...honest(request), breaksOff: count <= 2 };
    });
    const cwd = judgedProject({ cases: 1, samples: 3 });
    const { code, stdout } = await evaluateJudged(cwd, openai(models.url));
    expect(code, stdout).toBe(0);
    expect(models.requests).toHaveLength(5);
  });

  test.each([
    [401, "wrong key"],
    [400, "no such model"],
    [429, "You exceeded your current quota, please check your plan and billing details."],
  ])(
    "%i is not asked again, and nothing is called a pass or a fail: %s",
    async (status, message) => {
      const models = await server(() => ({ status, message }));
      const cwd = judgedProject({ cases: 1, samples: 3 });
      const { code, stdout } = await evaluateJudged(cwd, openai(models.url));
      expect(code, stdout).toBe(3);
      expect(models.requests).toHaveLength(3);
      expect(reportIn(cwd).totals).toMatchObject({ passed: 0, failed: 0, notEvaluated: 1 });
      expect(JSON.stringify(reportIn(cwd))).toContain("judge-error");
    },
  );

  test("a ceiling for costs stops the calls, and what was not judged is not evaluated", async () => {
    const models = await server(honest);
    const cwd = judgedProject({ cases: 8, samples: 1 });
    // each call costs 0.0000125 dollars
    const { code, stdout } = await evaluateJudged(cwd, openai(models.url), {
      args: ["-j", "1", "--max_cost", "0.00003"],
    });
    expect(code, stdout).toBe(3);
    expect(models.requests).toHaveLength(3);
    expect(reportIn(cwd).totals).toMatchObject({ passed: 3, failed: 0, notEvaluated: 5 });
    expect(stdout).toContain("ceiling");
  });

  test("a judge that never answers ends with the case's deadline, and the call is named", async () => {
    let asked = 0;
    const models = await server(() => {
      asked ||= performance.now();
      return { hangs: true };
    });
    const cwd = judgedProject({ cases: 2, samples: 1 });
    const { code, stdout } = await evaluateJudged(cwd, openai(models.url), {
      args: ["--case_timeout", "2"],
    });
    expect(performance.now() - asked).toBeLessThan(7000);
    expect(code, stdout).toBe(3);
    const report = JSON.stringify(reportIn(cwd));
    expect(report).toContain("openai/gpt-5-mini");
    expect(report).toContain("final_response_match_v2, turn 1, sample 1");
  });

  test("the run's deadline ends it too, and what was being judged can be resumed", async () => {
    let isHanging = true;
    let asked = 0;
    const models = await server((request) => {
      asked ||= performance.now();
      return isHanging ? { hangs: true } : honest(request);
    });
    const cwd = judgedProject({ cases: 2, samples: 1 });
    const provider = openai(models.url);
    const { code, stdout, stderr } = await evaluateJudged(cwd, provider, {
      args: ["--run_timeout", "2"],
    });
    expect(performance.now() - asked).toBeLessThan(7000);
    expect(code, stdout).toBe(3);
    expect(stdout + stderr).toContain("final_response_match_v2, turn 1, sample 1");
    isHanging = false;
    const resumed = await assay(["eval", "--resume"], { cwd, env: provider.env });
    expect(resumed.code, resumed.stdout + resumed.stderr).toBe(0);
  });
});

/** Ways in which a server keeps a client waiting. */
const stalls: Readonly<Record<string, ReturnType<ModelScript>>> = {
  "accepts and says nothing": { hangs: true },
  "sends its headers and nothing else": { raw: [], thenHangs: true },
  "stops in the middle": { raw: ['{"id":"1","choices":[{"mess'], thenHangs: true },
  "sends white space for ever": { raw: Array(200).fill(" "), everyMs: 20, thenHangs: true },
  "sends a byte now and then": { raw: [...'{"candidates":[]}'], everyMs: 90, thenHangs: true },
  "streams where nobody asked it to": {
    raw: ["data: {}\n\n", "data: {}\n\n"],
    contentType: "text/event-stream",
    everyMs: 50,
    thenHangs: true,
  },
};

/** Answers that came whole and are none. */
const nonsense: Readonly<Record<string, ReturnType<ModelScript>>> = {
  "an empty body": { raw: [] },
  "a page of a proxy": { raw: ["<html><body>Sign in</body></html>"], contentType: "text/html" },
  "half of a JSON text": { raw: ['{"id": "1", "choices": [{"message": {"role": '] },
  "JSON of another kind": { raw: ['{"ok": true}'] },
  "a list": { raw: ["[]"] },
  null: { raw: ["null"] },
  "bytes that are no text": { raw: ["\u0000\u0001\u0002"], contentType: "text/plain" },
};

function call(provider: Provider, url: string): ModelCall {
  const { model, env, args } = provider(url);
  const settings = { env, ...(args === undefined ? {} : { baseUrl: args[1] }) };
  return {
    role: "judge",
    model: chatModel(model, settings),
    request: { messages: [{ role: "user", text: "hello" }] },
    turn: 0,
    step: "a_metric",
    sample: 0,
  };
}

const never = new AbortController().signal;
const CALL_MS = 700;

type Provider = NonNullable<(typeof providers)[string]>;

async function outcomeOf(provider: Provider, answer: unknown, callTimeout: number) {
  const models = await server(() => answer as never);
  const access = modelClient({ callTimeout, patience: 0 });
  const began = performance.now();
  const outcome = await access.call(call(provider, models.url), never).catch((error) => error);
  return { outcome, milliseconds: performance.now() - began };
}

describe.each(Object.entries(providers))("with the real package of %s", (_name, provider) => {
  test("a server that keeps us waiting ends in time, and the call is named", async () => {
    // the package is loaded with its first call, which is no wait for a server
    expect((await outcomeOf(provider, { text: "hello" }, 60_000)).outcome.text).toBe("hello");
    const waits = Object.entries(stalls).map(async ([name, answer]) => {
      const { outcome, milliseconds } = await outcomeOf(provider, answer, CALL_MS);
      expect(milliseconds, name).toBeLessThan(CALL_MS + 2000);
      expect(outcome, name).toBeInstanceOf(ModelError);
      expect(outcome.fault, name).toBe("timeout");
      expect(outcome.message, name).toContain("a_metric, turn 1, sample 1");
    });
    expect(await Promise.all(waits)).toHaveLength(6);
  });

  test("nonsense is an error that may be asked again, or an empty answer", async () => {
    const answers = Object.entries(nonsense).map(async ([name, answer]) => {
      const { outcome } = await outcomeOf(provider, answer, 5000);
      if (outcome instanceof ModelError) expect(outcome.fault, name).toMatch(/server|network/);
      else expect(outcome.text, name).toBe("");
    });
    expect(await Promise.all(answers)).toHaveLength(7);
  });
});
