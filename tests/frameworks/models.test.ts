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

test("a ceiling for costs holds for a run and its resume together", async () => {
  let child: { kill(signal: "SIGKILL"): boolean } | undefined;
  const models = await server(async (request) => {
    if (models.requests.length === 2) child?.kill("SIGKILL");
    return { ...honest(request), afterMs: 30 };
  });
  const cwd = judgedProject({ cases: 8, samples: 1 });
  const provider = openai(models.url);
  // each call costs 0.0000125 dollars: three reach the ceiling
  await evaluateJudged(cwd, provider, {
    args: ["-j", "1", "--max_cost", "0.00003"],
    onSpawn: (process) => {
      child = process;
    },
  });
  const finished = journalIn(cwd).filter(({ type }) => type === "call-end").length;
  const before = models.requests.length;
  const resumed = await assay(["eval", "--resume"], { cwd, env: provider.env });
  expect(resumed.code, resumed.stdout).toBe(3);
  expect(models.requests.length - before).toBe(3 - finished);
  expect(resumed.stdout.replace(/\s+/g, " ")).toContain("What is left goes on with --resume");

  // with more money the rest is judged, and nothing that was paid for is asked again
  const all = await assay(["eval", "--resume", "--max_cost", "1"], { cwd, env: provider.env });
  expect(all.stdout).toContain("0 not evaluated, of 8");
  expect(models.requests.length - before).toBe(8 - finished);
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

  test("killed again and again: at most what was in flight is asked twice", async () => {
    let child: { kill(signal: "SIGKILL"): boolean } | undefined;
    let left = Number.POSITIVE_INFINITY;
    const models = await server((request) => {
      left -= 1;
      if (left === 0) child?.kill("SIGKILL");
      return { ...userOrJudge(request), afterMs: 15 };
    });
    const provider = openai(models.url);
    const cwd = simulatedProject();
    const onSpawn = (process: typeof child) => {
      child = process;
    };
    const journaled = () => journalIn(cwd).filter(({ type }) => type === "call-end");
    for (const [kill, after] of [4, 5, 3, 6].entries()) {
      left = after;
      const before = { asked: models.requests.length, kept: journaled().length };
      const killed = await (kill === 0
        ? evaluateJudged(cwd, provider, { onSpawn })
        : assay(["eval", "--resume"], { cwd, env: provider.env, onSpawn }));
      expect(killed.signal).toBe("SIGKILL");
      const asked = models.requests.length - before.asked;
      expect(asked - (journaled().length - before.kept)).toBeLessThanOrEqual(3);
    }
    left = Number.POSITIVE_INFINITY;
    const last = await assay(["eval", "--resume"], { cwd, env: provider.env });
    expect(last.code, last.stdout + last.stderr).toBe(0);
    expect(new Set(journaled().map(({ callKey }) => callKey)).size).toBe(calls);
    expect(journaled()).toHaveLength(calls);
  });

  test("a user who never answers ends with the case's deadline, and is no fault of the agent", async () => {
    let asked = 0;
    const models = await server(() => {
      asked ||= performance.now();
      return { hangs: true };
    });
    const cwd = simulatedProject({ cases: 1 });
    const { code, stdout } = await evaluateJudged(cwd, openai(models.url), {
      args: ["--case_timeout", "2"],
    });
    expect(performance.now() - asked).toBeLessThan(7000);
    expect(code, stdout).toBe(3);
    const report = JSON.stringify(reportIn(cwd));
    expect(report).toContain("simulator-fault");
    expect(report).toMatch(/openai.gpt-5-mini was stopped \(user[^,]*, turn 2, sample 1\)/);
    expect(models.requests).toHaveLength(1);
  });
});
