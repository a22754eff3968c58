import { describe, expect, test } from "vitest";
import { assay } from "../cli/assay.ts";
import {
  caseOf,
  evaluateJudged,
  honest,
  journalIn,
  judgedProject,
  providers,
  reportIn,
  server,
  simulatedProject,
  userOrJudge,
} from "./judged-project.ts";

const openai = providers.openai as NonNullable<(typeof providers)[string]>;

describe("a whole judged eval", () => {
  test.each(Object.entries(providers))("with the real package of %s", async (_name, provider) => {
    const models = await server(honest);
    const cwd = judgedProject();
    const { code, stdout, stderr } = await evaluateJudged(cwd, provider(models.url));
    expect(code, stdout + stderr).toBe(1);
    const report = reportIn(cwd);
    expect(report.totals).toMatchObject({ cases: 4, passed: 3, failed: 1, notEvaluated: 0 });
    expect(models.requests).toHaveLength(12);
    const calls = journalIn(cwd).filter(({ type }) => type === "call-end");
    expect(calls).toHaveLength(12);
    expect(calls.every(({ reply }) => reply.usage.input === 10 && reply.usage.output === 5)).toBe(
      true,
    );
  });
});

describe("kill and resume", () => {
  test.each([5, 23, 41])("after reply %i, no finished call is issued twice", async (after) => {
    let replies = 0;
    let child: { kill(signal: "SIGKILL"): boolean } | undefined;
    const models = await server(async (request) => {
      replies += 1;
      if (replies === after) child?.kill("SIGKILL");
      return { ...honest(request), afterMs: 10 + ((replies * 7) % 20) };
    });
    const cwd = judgedProject({ cases: 16 });
    const provider = openai(models.url);
    const killed = await evaluateJudged(cwd, provider, {
      onSpawn: (process) => {
        child = process;
      },
    });
    expect(killed.signal).toBe("SIGKILL");
    const finished = journalIn(cwd).filter(({ type }) => type === "call-end");
    const before = models.requests.length;

    const resumed = await assay(["eval", "--resume", "--reporter", "json=report.json"], {
      cwd,
      env: provider.env,
    });
    expect(resumed.code, resumed.stdout + resumed.stderr).toBe(1);
    expect(reportIn(cwd).totals).toMatchObject({ cases: 16, passed: 12, failed: 4 });
    expect(models.requests.length - before).toBe(48 - finished.length);
    const later = Map.groupBy(models.requests.slice(before), caseOf);
    for (const [evalId, calls] of later) {
      const known = finished.filter((event) => event.evalId === evalId).length;
      expect(calls.length, evalId).toBe(3 - known);
    }
    const all = journalIn(cwd).filter(({ type }) => type === "call-end");
    expect(new Set(all.map(({ callKey }) => callKey)).size).toBe(48);
    expect(all).toHaveLength(48);
  });
});

describe("a whole simulated conversation", () => {
  // 3 cases of 4 turns: the first message is written, three are played, and every answer is judged
  const calls = 3 * (3 + 4);

  test.each(Object.entries(providers))("with the real package of %s", async (_name, provider) => {
    const models = await server(userOrJudge);
    const at = provider(models.url);
    const cwd = simulatedProject({ model: at.model });
    const { code, stdout, stderr } = await evaluateJudged(cwd, at);
    expect(code, stdout + stderr).toBe(0);
    expect(reportIn(cwd).totals).toMatchObject({ cases: 3, passed: 3 });
    expect(models.requests).toHaveLength(calls);
  });

  test.each([2, 7, 13])(
    "killed after reply %i and resumed: no finished call twice",
    async (after) => {
      let child: { kill(signal: "SIGKILL"): boolean } | undefined;
      let replies = 0;
      const models = await server((request) => {
        replies += 1;
        if (replies === after) child?.kill("SIGKILL");
        return { ...userOrJudge(request), afterMs: 5 + ((replies * 7) % 20) };
      });
      const provider = openai(models.url);
      const cwd = simulatedProject();
      const killed = await evaluateJudged(cwd, provider, {
        onSpawn: (process) => {
          child = process;
        },
      });
      expect(killed.signal).toBe("SIGKILL");
      const finished = journalIn(cwd).filter(({ type }) => type === "call-end");
      const before = models.requests.length;
      const resumed = await assay(["eval", "--resume", "--reporter", "json=report.json"], {
        cwd,
        env: provider.env,
      });
      expect(resumed.code, resumed.stdout + resumed.stderr).toBe(0);
      expect(reportIn(cwd).totals).toMatchObject({ cases: 3, passed: 3 });
      expect(models.requests.length - before).toBe(calls - finished.length);
      const all = journalIn(cwd).filter(({ type }) => type === "call-end");
      expect(new Set(all.map(({ callKey }) => callKey)).size).toBe(calls);
      expect(all).toHaveLength(calls);
    },
  );

  test("a user who never answers ends with the case's deadline, and is no fault of the agent", async () => {
    const models = await server(() => ({ hangs: true }));
    const cwd = simulatedProject({ cases: 1 });
    const began = performance.now();
    const { code, stdout } = await evaluateJudged(cwd, openai(models.url), {
      args: ["--case_timeout", "2"],
    });
    expect(performance.now() - began).toBeLessThan(7000);
    expect(code, stdout).toBe(3);
    const report = JSON.stringify(reportIn(cwd));
    expect(report).toContain("simulator-fault");
    expect(report).toContain("The call to openai/gpt-5-mini was stopped (user, turn 2, sample 1)");
    expect(models.requests).toHaveLength(1);
  });
});

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

  test("a judge that never answers ends with the case's deadline, and the call is named", async () => {
    const models = await server(() => ({ hangs: true }));
    const cwd = judgedProject({ cases: 2, samples: 1 });
    const began = performance.now();
    const { code, stdout } = await evaluateJudged(cwd, openai(models.url), {
      args: ["--case_timeout", "2"],
    });
    expect(performance.now() - began).toBeLessThan(7000);
    expect(code, stdout).toBe(3);
    const report = JSON.stringify(reportIn(cwd));
    expect(report).toContain("openai/gpt-5-mini");
    expect(report).toContain("final_response_match_v2, turn 1, sample 1");
  });

  test("the run's deadline ends it too, and what was being judged can be resumed", async () => {
    let isHanging = true;
    const models = await server((request) => (isHanging ? { hangs: true } : honest(request)));
    const cwd = judgedProject({ cases: 2, samples: 1 });
    const provider = openai(models.url);
    const began = performance.now();
    const { code, stdout, stderr } = await evaluateJudged(cwd, provider, {
      args: ["--run_timeout", "2"],
    });
    expect(performance.now() - began).toBeLessThan(7000);
    expect(code, stdout).toBe(3);
    expect(stdout + stderr).toContain("final_response_match_v2, turn 1, sample 1");
    isHanging = false;
    const resumed = await assay(["eval", "--resume"], { cwd, env: provider.env });
    expect(resumed.code, resumed.stdout + resumed.stderr).toBe(0);
  });
});
