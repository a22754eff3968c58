import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { cases, criteria, key, teller, withKey } from "../../../../tests/telling-agent.ts";
import { rememberEnv } from "../../../agents/secrets/known-secrets.ts";
import { evaluate } from "../../../api/evaluate.ts";
import { score } from "../../../api/score-saved.ts";
import type { RunEvent } from "../../../core/run.ts";
import { memoryStore } from "../../../stores/memory-store.ts";
import { toFollowTrajectory, toMatchResponse } from "../../../test-runners/eval-matchers.ts";
import { temporaryFolder } from "../../../testing/temporary-folder.ts";
import { maskError, runMask } from "./run-secrets.ts";

test("scores are computed on what was really said, in the run and when it is scored again", async () => {
  withKey();
  const store = memoryStore();
  const run = await evaluate({ agent: teller, evalSet: cases, criteria, store });
  expect(run.passed).toBe(true);
  expect(JSON.stringify(run)).not.toContain(key);
  expect(JSON.stringify(run)).toContain("[secret HOUSE_API_KEY #");
  for (const saved of [run, run.runId]) {
    const again = await score(saved, { criteria, store });
    expect(again.scores).toMatchObject({ response_match_score: 1, tool_trajectory_avg_score: 1 });
    expect(JSON.stringify(again)).not.toContain(key);
  }
});

test("a secret that is not set any more is reported, and what stands in its place is not scored", async () => {
  withKey();
  const run = await evaluate({ agent: teller, evalSet: cases, criteria, store: "memory" });
  delete process.env.HOUSE_API_KEY;
  const again = await score(run, { criteria, store: "memory" });
  expect(again.notes).toEqual([
    "The secret HOUSE_API_KEY is not set any more, so conversations that contain it, such as told, are not evaluated.",
  ]);
  expect(again.passed).toBe(false);
  const [told] = again.cases;
  expect(told?.status).toBe("not-evaluated");
  for (const metric of told?.trials[0]?.metrics ?? []) {
    expect([metric.status, metric.reason, metric.score]).toEqual([
      "not-evaluated",
      "unsupported",
      undefined,
    ]);
  }
});

test("of two keys with one name, the one that was said is scored again", async () => {
  withKey(JSON.stringify({ dev: { token: "Aa11Bb22Cc33Dd44" }, prod: { token: key } }), "HOUSES");
  const agent = () => `the key is ${JSON.parse(process.env.HOUSES ?? "").dev.token}`;
  const same = { response_match_score: 1 };
  const run = await evaluate({ agent, evalSet: cases, criteria: same, store: "memory" });
  const again = await score(run, { criteria: same, store: "memory" });
  expect([run.passed, again.passed, again.notes]).toEqual([false, false, []]);
  expect(toMatchResponse(run, "the key is Aa11Bb22Cc33Dd44").pass).toBe(true);
});

test("a key in the environment and another in a file under its name are two", async () => {
  withKey();
  rememberEnv("agents/house", { HOUSE_API_KEY: "sk-proj-Ww66Vv55Uu44Tt33" });
  onTestFinished(() => rememberEnv("agents/house", {}));
  const run = await evaluate({ agent: teller, evalSet: cases, criteria, store: "memory" });
  const again = await score(run, { criteria, store: "memory" });
  expect([run.passed, again.passed]).toEqual([true, true]);
  expect(toMatchResponse(run, `the key is ${key}`).pass).toBe(true);
  const other = { ...cases, eval_cases: [{ eval_id: "told", conversation: otherTurns }] };
  const agent = () => `the key is ${key}`;
  const wrong = { response_match_score: 1 };
  const failed = await evaluate({ agent, evalSet: other, criteria: wrong, store: "memory" });
  const failedAgain = await score(failed, { criteria: wrong, store: "memory" });
  expect([failed.passed, failedAgain.passed]).toEqual([false, false]);
});
const otherTurns = [
  { user_content: "which key?", final_response: "the key is sk-proj-Ww66Vv55Uu44Tt33" },
];

test("a key that was said over several lines is scored again as it was said", async () => {
  withKey();
  const broken = (text = "") => `${text.slice(0, 9)}\n  ${text.slice(9)}`;
  const [told] = cases.eval_cases;
  const conversation = [{ user_content: "which key?", final_response: broken(key) }];
  const evalSet = { ...cases, eval_cases: [{ ...told, conversation }] };
  const agent = () => broken(process.env.HOUSE_API_KEY);
  const same = { response_match_score: 1 };
  const run = await evaluate({ agent, evalSet, criteria: same, store: "memory" });
  expect(JSON.stringify(run)).not.toContain(key.slice(9));
  expect(toMatchResponse(run, broken(key)).pass).toBe(true);
  const again = await score(run, { criteria: same, store: "memory" });
  expect(again).toMatchObject({ passed: true, notes: [] });
});

test("a reply that is waited for until it is durable is found by what it was", async () => {
  withKey();
  const judge = async () => ({ text: JSON.stringify({ verdict: "valid", reasoning: key }) });
  const config = { criteria: { final_response_match_v2: { threshold: 0.5 } }, judgeModel: judge };
  const run = await evaluate({
    agent: teller,
    evalSet: cases,
    config: config as never,
    store: "memory",
  });
  expect(run.cases).toHaveLength(1);
  expect(JSON.stringify(run)).not.toContain(key);
}, 20_000);

test("a saved file contains no secret, and is scored as what was said", async () => {
  withKey();
  const path = join(temporaryFolder(), "run.jsonl");
  await (await evaluate({ agent: teller, evalSet: cases, criteria, store: "memory" })).save(path);
  expect(readFileSync(path, "utf8")).not.toContain(key);
  const again = await score(path, { criteria, store: "memory" });
  expect(again.scores).toMatchObject({ response_match_score: 1 });
});

test("matchers compare what was really said, and do not tell it", async () => {
  withKey();
  const run = await evaluate({ agent: teller, evalSet: cases, criteria, store: "memory" });
  expect(toMatchResponse(run, `the key is ${key}`).pass).toBe(true);
  expect(toFollowTrajectory(run, [{ name: "login", args: { token: key } }]).pass).toBe(true);
  const wrong = toMatchResponse(run, "no key");
  expect(wrong.pass).toBe(false);
  expect(wrong.message()).not.toMatch(/q8zr2lm|q8Zr2Lm/);
  const other = toFollowTrajectory(run, [{ name: "login", args: { token: "x" } }]);
  expect(other.message()).not.toContain(key);
});

test("a secret that an agent reads on its way is masked from the turn on that reads it", async () => {
  onTestFinished(() => {
    delete process.env.LATE_PASSWORD;
  });
  const late = () => {
    process.env.LATE_PASSWORD = "swordfish-9f8e7d6c";
    return "swordfish-9f8e7d6c";
  };
  const run = await evaluate({ agent: late, evalSet: cases, criteria, store: "memory" });
  expect(run.cases[0]?.trials[0]?.invocations[0]?.finalResponse?.parts?.[0]?.text).toMatch(
    /^\[secret LATE_PASSWORD #/,
  );
});

test("ids by which a case is found again are never masked", () => {
  withKey("told-9f8e7d6c5b4a", "CASE_SECRET");
  const event: RunEvent = {
    type: "case-start",
    runId: "r",
    evalSetId: "told-9f8e7d6c5b4a",
    evalId: "told-9f8e7d6c5b4a",
    trial: 0,
    index: 0,
    at: "",
    evalCase: { evalId: "told-9f8e7d6c5b4a", creationTimestamp: 0, finalSessionState: {} },
    sessionId: "told-9f8e7d6c5b4a",
    userId: "u",
  };
  expect(runMask("r").event(event).event).toEqual(event);
});

test("an error loses its secrets in every part, and stays the error it is", () => {
  withKey();
  const cause = new Error(`refused ${key}`);
  const error = new TypeError(`cannot use ${key}`, { cause });
  expect(maskError(error)).toBe(error);
  expect(`${error.message} ${error.stack} ${cause.message} ${cause.stack}`).not.toContain(key);
});

test("a cause that throws when it is looked at keeps no error from being masked", () => {
  withKey();
  const trap = new Proxy(() => {}, {
    getPrototypeOf() {
      throw new Error("trap");
    },
  });
  const error = new Error(`no ${key}`, { cause: trap });
  expect(maskError(error)).toBe(error);
  expect(error.message).not.toContain(key);
  expect(maskError(trap)).toMatchObject({ message: "something that cannot be read" });
});

test("with the environment of an ordinary shell, ordinary answers stay as they are", async () => {
  const answers = [
    "The production server uses gemini-2.5-flash, version 1.2.3, at https://api.example.com/v1.",
    `Your shell is ${process.env.SHELL}, your home ${process.env.HOME}, your path ${process.env.PATH}.`,
    "Commit da39a3ee5e6b4b0d3255bfef95601890afd80709 of octo-org/octo-repo was built by run 1234567890.",
    "true, false, 8080, 2026-11-16, en_US.UTF-8, xterm-256color, us-central1, jane.doe@example.com",
  ];
  const ordinary: Readonly<Record<string, string>> = {
    NODE_ENV: "production",
    MODEL: "gemini-2.5-flash",
    API_URL: "https://api.example.com/v1",
    GITHUB_SHA: "da39a3ee5e6b4b0d3255bfef95601890afd80709",
    GITHUB_REPOSITORY: "octo-org/octo-repo",
    GITHUB_RUN_ID: "1234567890",
    REGION: "us-central1",
    GIT_AUTHOR_EMAIL: "jane.doe@example.com",
    AUTH_ENABLED: "production",
  };
  for (const [name, value] of Object.entries(ordinary)) withKey(value, name);
  let at = 0;
  const eval_cases = answers.map((_, index) => ({
    eval_id: `c${index}`,
    conversation: [{ user_content: "go" }],
  }));
  const run = await evaluate({
    agent: () => answers[at++],
    evalSet: { eval_set_id: "plain", eval_cases },
    criteria: { response_match_score: 0 },
    store: "memory",
    concurrency: 1,
  });
  expect(
    run.trials.flat().map((each) => each.invocations[0]?.finalResponse?.parts?.[0]?.text),
  ).toEqual(answers);
});
