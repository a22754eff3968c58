import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { loopbackModels, type ModelRequest } from "../../src/testing/index.ts";
import { answerShown, judgeByRule } from "../judge-by-rule.ts";
import { assay, evalSet, project } from "./assay.ts";
import { journaled } from "./journaled.ts";

const label = (answer: string, verdict: string) =>
  JSON.stringify({ user: "What is 2 + 2?", answer, reference: "4", label: verdict });

const files = {
  "labels.jsonl": [
    ...Array.from({ length: 6 }, () => label("It is 4.", "pass")),
    ...Array.from({ length: 6 }, (_, at) => label(`It is ${at + 5}.`, "fail")),
  ].join("\n"),
  "judged.json": {
    criteria: {
      final_response_match_v2: { threshold: 0.5, judge_model_options: { num_samples: 1 } },
      rubric_based_final_response_quality_v1: {
        threshold: 0.5,
        judge_model_options: { num_samples: 1, parallelism_limit: 4 },
        rubric: "It says 4.",
      },
    },
  },
  "match.json": {
    criteria: {
      final_response_match_v2: { threshold: 0.5, judge_model_options: { num_samples: 1 } },
    },
  },
  "set.evalset.json": evalSet({
    two: { user: "What is 2 + 2?", answer: "It is 4." },
    three: { user: "What is 1 + 3?", answer: "4, of course." },
  }),
  "bot/agent.mjs": "export async function rootAgent(text) { return text; }\n",
  "gen.json": {
    count: 12,
    model_name: "openai-compatible/house",
    description: "Answers questions about sums.",
  },
};

function answer(request: ModelRequest) {
  const prompt = request.messages.map(({ text }) => text).join("\n");
  if (prompt.includes("MATERIAL")) {
    return judgeByRule(request, (shown) => answerShown(shown).includes("4"));
  }
  // a few at a time, new ones each time
  const known = prompt.length;
  const scenarios = [1, 2, 3].map((each) => ({
    starting_prompt: `Question ${known}-${each}?`,
    conversation_plan: "Ask it.",
  }));
  return { text: JSON.stringify({ scenarios }) };
}

const judge = ["--judge_model", "openai-compatible/house"];
const jobs = {
  calibrate: {
    args: ["judge", "calibrate", "labels.jsonl", "--config", "judged.json", ...judge],
    again: ["judge", "calibrate"],
    kills: [1, 7, 11],
  },
  redteam: {
    args: ["judge", "redteam", "--config", "judged.json", ...judge],
    again: ["judge", "redteam"],
    kills: [1, 150, 339],
  },
  sanity: {
    args: ["sanity", "set.evalset.json", "--config", "match.json", ...judge],
    again: ["sanity"],
    kills: [1, 3, 5],
  },
  generate: {
    args: ["eval-set", "generate", "bot", "made", "--user_simulation_config_file", "gen.json"],
    again: ["eval-set", "generate"],
    kills: [1, 3],
  },
} as const;

/** Answers so many calls, then none until it is told to. */
async function server(
  most = Number.POSITIVE_INFINITY,
  before: (count: number) => Promise<unknown> | undefined = () => undefined,
) {
  const state = { most, answered: 0, asked: 0 };
  const models = await loopbackModels(async (request) => {
    state.asked += 1;
    await before(state.asked);
    if (state.answered >= state.most) return { hangs: true };
    state.answered += 1;
    return answer(request);
  });
  onTestFinished(() => models.close());
  return { state, env: { OPENAI_API_KEY: "", OPENAI_BASE_URL: `${models.url}/v1` } };
}

interface Undisturbed {
  readonly expected: Awaited<ReturnType<typeof assay>>;
  /** Model calls that it takes. */
  readonly total: number;
  readonly made: readonly unknown[];
}

const whole = new Map<string, Promise<Undisturbed>>();

/** What a job says when nobody kills it; each is done once. */
function undisturbed(name: string, args: readonly string[]): Promise<Undisturbed> {
  const known = whole.get(name) ?? doWhole(name, args);
  whole.set(name, known);
  return known;
}

async function doWhole(name: string, args: readonly string[]): Promise<Undisturbed> {
  const { env, state } = await server();
  const cwd = project(files);
  const expected = await assay(args, { cwd, env });
  return { expected, total: state.answered, made: name === "generate" ? casesIn(cwd) : [] };
}

describe.each(Object.entries(jobs))("%s", (name, { args, again, kills }) => {
  test.each(kills)(
    "killed after %i calls it goes on with the rest, and says the same",
    async (after) => {
      const { expected, total, made } = await undisturbed(name, args);
      expect(total).toBeGreaterThan(after);

      const models = await server(after);
      const cwd = project(files);
      const killed = await assay(args, {
        cwd,
        env: models.env,
        onSpawn: (child) => void journaled(cwd, after).then(() => child.kill("SIGKILL")),
      });
      expect(killed.signal).toBe("SIGKILL");
      models.state.most = Number.POSITIVE_INFINITY;
      const resumed = await assay([...again, "--resume"], { cwd, env: models.env });
      expect(resumed.stderr).toBe(expected.stderr);
      expect(resumed.stdout).toBe(expected.stdout);
      expect(resumed.code).toBe(expected.code);
      expect(models.state.answered).toBe(total);
      if (name === "generate") expect(casesIn(cwd)).toEqual(made);

      // what has ended costs nothing any more
      const ended = await assay([...again, "--resume"], { cwd, env: models.env });
      expect(ended.code).toBe(expected.code);
      expect(models.state.answered).toBe(total);
    },
    60_000,
  );

  test("stopped by Ctrl-C it takes what it has asked, and makes up no result", async () => {
    const { total } = await undisturbed(name, args);
    const stopping = Promise.withResolvers<void>();
    const models = await server(Number.POSITIVE_INFINITY, (count) =>
      count === 1 ? undefined : stopping.promise,
    );
    const cwd = project(files);
    const stopped = await assay(args, {
      cwd,
      env: models.env,
      onSpawn: (child) => {
        child.stderr?.on("data", (said) => {
          if (String(said).includes("Stopping")) stopping.resolve();
        });
        void journaled(cwd, 1).then(() => child.kill("SIGINT"));
      },
    });
    expect(stopped.code).toBe(130);
    expect(stopped.stdout).toBe("");
    expect(stopped.stderr).toContain(`Go on with:  assay ${again.join(" ")} --resume`);
    const resumed = await assay([...again, "--resume"], { cwd, env: models.env });
    expect(resumed.code).not.toBe(2);
    expect(resumed.stdout).not.toBe("");
    // those in flight were waited for, so that nobody pays for them again
    expect(models.state.answered).toBe(total);
  }, 60_000);

  test("nothing to resume is reported", async () => {
    const { code, stderr } = await assay([...again, "--resume"], { cwd: project(files) });
    expect([code, stderr]).toEqual([2, expect.stringContaining("nothing to resume")]);
  });
});

function casesIn(cwd: string): readonly unknown[] {
  const { eval_cases: cases } = JSON.parse(
    readFileSync(join(cwd, "bot/made.evalset.json"), "utf8"),
  );
  return cases.map((each: { conversation_scenario: unknown }) => each.conversation_scenario);
}

test("a job that another process is at is not done twice", async () => {
  const models = await server(2);
  const cwd = project(files);
  const { args, again } = jobs.calibrate;
  const living = assay(args, {
    cwd,
    env: models.env,
    onSpawn: (child) =>
      void journaled(cwd, 2).then(async () => {
        const second = await assay([...again, "--resume"], { cwd, env: models.env });
        expect([second.code, second.stderr]).toEqual([
          2,
          expect.stringContaining("Another process"),
        ]);
        child.kill("SIGKILL");
      }),
  });
  expect((await living).signal).toBe("SIGKILL");
  const runs = await assay(["runs"], { cwd });
  expect(runs.stdout).toContain("calibrate · unfinished");
}, 60_000);

/** A judge in code that dies of its third question, once. */
const dyingJudge = (verdict: string) => `
import { appendFileSync, existsSync, writeFileSync } from "node:fs";
let asked = 0;
export default {
  criteria: { final_response_match_v2: { threshold: 0.5, judge_model_options: { num_samples: 1 } } },
  judgeModel: async function houseJudge(request) {
    const nonce = /"nonce" is "([0-9a-f]{32})"/.exec(JSON.stringify(request).replaceAll('\\\\"', '"'))?.[1];
    appendFileSync("calls.log", nonce + "\\n");
    asked += 1;
    if (asked > 2 && !existsSync("died")) {
      await new Promise((done) => setTimeout(done, 200));
      writeFileSync("died", "");
      process.kill(process.pid, "SIGKILL");
    }
    return JSON.stringify({ nonce, rationale: "By rule.", verdict: ${JSON.stringify(verdict)} });
  },
};
`;

describe("a judge in code that was changed does not give the rest of the answers", () => {
  const kinds = {
    calibrate: ["judge", "calibrate", "labels.jsonl"],
    redteam: ["judge", "redteam"],
    sanity: ["sanity", "set.evalset.json"],
  };
  test.each(Object.entries(kinds))(
    "%s",
    async (_, args) => {
      const cwd = project({ ...files, "judge.config.mjs": dyingJudge("valid") });
      const [command = "", which = ""] = args;
      const again = command === "sanity" ? [command] : [command, which];
      await assay([...args, "--config", "judge.config.mjs"], { cwd });
      expect(existsSync(join(cwd, "died"))).toBe(true);
      const asked = () => readFileSync(join(cwd, "calls.log"), "utf8");
      const before = asked();
      writeFileSync(join(cwd, "judge.config.mjs"), dyingJudge("invalid"));
      const changed = await assay([...again, "--resume"], { cwd });
      expect(changed.code, changed.stderr).toBe(2);
      expect(changed.stderr.replaceAll(/\s+/g, " ")).toMatch(
        /Since the run began, judge\.config\.mjs and the judge.* have changed\./,
      );
      expect(changed.stderr).toContain("Start it anew, without --resume.");
      expect(asked()).toBe(before);
      // as it was, it goes on
      writeFileSync(join(cwd, "judge.config.mjs"), dyingJudge("valid"));
      const ended = await assay([...again, "--resume"], { cwd });
      expect([0, 1, 3], ended.stderr).toContain(ended.code);
      expect(asked().length).toBeGreaterThan(before.length);
    },
    60_000,
  );
});
