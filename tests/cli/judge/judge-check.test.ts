import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { PREFLIGHT_QUESTION } from "../../../src/core/calls/preflight.ts";
import type { ChatRequest } from "../../../src/core/chat-model.ts";
import { textOf } from "../../../src/core/content.ts";
import { controlSetFor } from "../../../src/metrics/judged/controls/control-sets.ts";
import { loopbackModels } from "../../../src/testing/index.ts";
import { answerInForm, materialOf } from "../../judge-by-form.ts";
import { assay, echoAgent, evalSet, project } from "../assay.ts";
import { journaled } from "../journaled.ts";

const METRIC = "final_response_match_v2";

interface Served {
  /** What was asked, one entry a call that was answered. */
  readonly asked: string[];
  readonly env: Record<string, string>;
}

/** A model server that is nobody's double: it does not say that it is one of ours. */
async function modelServer(
  answer: (request: ChatRequest) => string,
  before: (count: number) => Promise<unknown> | undefined = () => undefined,
): Promise<Served> {
  const asked: string[] = [];
  const server = createServer(async (incoming, outgoing) => {
    let body = "";
    for await (const piece of incoming) body += piece;
    if (incoming.method !== "POST") {
      outgoing.writeHead(404).end("{}");
      return;
    }
    const { messages, response_format: format } = JSON.parse(body);
    const system = messages.find(({ role }: { role: string }) => role === "system")?.content;
    const text = messages.findLast(({ role }: { role: string }) => role === "user")?.content;
    // the small question before a run is another matter
    const isFirst = text === PREFLIGHT_QUESTION;
    if (!isFirst) {
      asked.push(text);
      await before(asked.length);
    }
    const content = isFirst
      ? "ready"
      : answer({
          system,
          messages: [{ role: "user", text }],
          schema: format?.json_schema?.schema,
        });
    outgoing.writeHead(200, { "content-type": "application/json" });
    outgoing.end(
      JSON.stringify({
        id: "1",
        model: "tiny",
        created: 0,
        choices: [{ index: 0, finish_reason: "stop", message: { role: "assistant", content } }],
        usage: { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 },
      }),
    );
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { asked, env: { OPENAI_API_KEY: "", OPENAI_BASE_URL: `http://127.0.0.1:${port}/v1` } };
}

const babbling = (request: ChatRequest) => answerInForm(request, true);
const known = new Map(
  controlSetFor(METRIC)?.questions.map(({ actual, label }) => [
    textOf(actual[0]?.finalResponse),
    label,
  ]),
);
const wise = (request: ChatRequest) => {
  const shown = materialOf(request.messages.map(({ text }) => text).join("\n"));
  return answerInForm(
    request,
    known.get(shown.get("Answer of the agent, to be judged")) !== "fail",
  );
};

function judgedProject(extra: object = {}): string {
  return project({
    "agent.mjs": echoAgent,
    "set.evalset.json": evalSet({ one: { user: "hello", answer: "hello" } }),
    "judged.json": {
      criteria: { [METRIC]: { threshold: 0.5, judge_model_options: { num_samples: 1 } } },
      ...extra,
    },
  });
}

const args = ["eval", "agent.mjs", "set.evalset.json", "--config", "judged.json"];
const model = ["--judge_model", "openai-compatible/tiny"];

test("a tiny model with grammar-held output is refused before the agent is called", async () => {
  const judge = await modelServer(babbling);
  const cwd = judgedProject();
  const { code, stdout, stderr } = await assay([...args, ...model], { cwd, env: judge.env });
  expect(code).toBe(3);
  expect(stderr.replace(/\s+/g, " ")).toContain(
    "answers 10 control questions, unless it has before",
  );
  expect(stdout).toContain("5 of 10 control questions wrong");
  expect(stdout).toContain("0 passed, 0 failed, 1 not evaluated, of 1");
  expect(judge.asked).toHaveLength(10);
});

test.each(["terminal", "json", "junit", "markdown", "github", "adk", "jsonl"])(
  "a %s report shows that the check was off",
  async (reporter) => {
    const judge = await modelServer(babbling);
    const cwd = judgedProject();
    const off = ["--judge_check", "off", "--reporter", reporter];
    const { code, stdout } = await assay([...args, ...model, ...off], { cwd, env: judge.env });
    expect(code).toBe(0);
    expect(judge.asked).toHaveLength(1);
    const said = stdout.replace(/\s+/g, " ");
    expect(said).toMatch(/judge check is off|Judge check off/);
    expect(said).toContain("openai-compatible/tiny");
  },
);

test("it is off by the config as well, and a later look at the run shows it", async () => {
  const judge = await modelServer(babbling);
  const cwd = judgedProject({ judge_check: "off" });
  expect((await assay([...args, ...model], { cwd, env: judge.env })).code).toBe(0);
  const json = await assay(["runs", "export", "latest", "--format", "json"], { cwd });
  expect(json.stdout).toContain('"off"');
  const markdown = await assay(["runs", "export", "latest", "--format", "markdown"], { cwd });
  expect(markdown.stdout).toContain("Judge check off");
});

test("a model that passed is not asked again, by eval and by score, and its calls are counted once", async () => {
  const judge = await modelServer(wise);
  const cwd = judgedProject();
  const first = await assay([...args, ...model, "--reporter", "json"], { cwd, env: judge.env });
  expect(first.code).toBe(0);
  expect(JSON.parse(first.stdout).run.modelCalls).toMatchObject({ calls: 12, input: 120 });
  expect(judge.asked).toHaveLength(11);
  const second = await assay([...args, ...model, "--reporter", "json"], { cwd, env: judge.env });
  expect(JSON.parse(second.stdout).run.modelCalls).toMatchObject({ calls: 2 });
  const scored = await assay(["score", "latest", ...model], { cwd, env: judge.env });
  expect(scored.code).toBe(0);
  expect(judge.asked).toHaveLength(13);
  const runs = await assay(["runs"], { cwd });
  expect(runs.stdout).not.toContain("judge-check");
});

test.each([1, 4, 9, 10])(
  "a kill after %i control questions pays none of them twice, by a resume or by a new run",
  async (after) => {
    for (const again of [
      ["eval", "--resume"],
      [...args, ...model],
    ]) {
      let isKilled = false;
      // those beyond hang, so that exactly so many have been answered when the process dies
      const judge = await modelServer(wise, (count) =>
        isKilled || count <= after ? undefined : new Promise(() => {}),
      );
      const cwd = judgedProject();
      const killed = await assay([...args, ...model], {
        cwd,
        env: judge.env,
        onSpawn: (child) =>
          void journaled(cwd, after + 1).then(() => {
            isKilled = true;
            child.kill("SIGKILL");
          }),
      });
      expect(killed.signal).toBe("SIGKILL");
      const answered = new Set(judge.asked.slice(0, after));
      const before = judge.asked.length;
      const ended = await assay([...again, "--reporter", "json"], { cwd, env: judge.env });
      expect(ended.code).toBe(0);
      const later = judge.asked.slice(before);
      expect(later.filter((text) => answered.has(text))).toEqual([]);
      expect(later).toHaveLength(11 - after);
      const { judgeChecks, modelCalls } = JSON.parse(ended.stdout).run;
      expect(judgeChecks).toMatchObject([{ status: "fit", right: 10, of: 10 }]);
      // the run's own pre-flight question counts too
      expect(modelCalls.calls).toBe(again.includes("--resume") ? 12 : 12 - after);
    }
  },
  60_000,
);

test("servers of assay/testing are asked only on demand", async () => {
  const models = await loopbackModels(({ messages, body }) => {
    const format = body.response_format as { json_schema?: { schema?: object } } | undefined;
    const [system, user] = messages;
    return {
      text: answerInForm(
        {
          system: system?.text,
          messages: [{ role: "user", text: user?.text ?? "" }],
          schema: format?.json_schema?.schema as never,
        },
        true,
      ),
    };
  });
  onTestFinished(() => models.close());
  const env = { OPENAI_API_KEY: "", OPENAI_BASE_URL: `${models.url}/v1` };
  const cwd = judgedProject();
  const quiet = await assay([...args, ...model], { cwd, env });
  expect([quiet.code, quiet.stderr]).not.toContain("control questions");
  expect(quiet.code).toBe(0);
  expect(models.requests).toHaveLength(1);
  const asked = await assay([...args, ...model, "--judge_check", "on"], { cwd, env });
  expect(asked.code).toBe(3);
  expect(models.requests).toHaveLength(11);
});

test("a misspelt mode is refused", async () => {
  const cwd = judgedProject();
  const { code, stderr } = await assay([...args, "--judge_check", "of"], { cwd });
  expect(code).toBe(2);
  expect(stderr).toContain("on, off, auto");
});

test("what judges have shown is listed, and can be forgotten", async () => {
  const judge = await modelServer(babbling);
  const cwd = judgedProject();
  await assay([...args, ...model], { cwd, env: judge.env });
  const listed = await assay(["judge", "checks"], { cwd });
  expect(listed.stdout.replaceAll(/\s+/g, " ")).toContain(
    "openai-compatible/tiny is not fit to judge final_response_match_v2",
  );
  for (const line of listed.stdout.split("\n")) expect(line.length).toBeLessThanOrEqual(80);
  const [{ record }] = JSON.parse((await assay(["judge", "checks", "--json"], { cwd })).stdout);
  expect((await assay(["runs", "rm", record, "--yes"], { cwd })).code).toBe(0);
  await assay([...args, ...model], { cwd, env: judge.env });
  expect(judge.asked).toHaveLength(20);
});

test("two processes at once have a judge prove itself once", async () => {
  const judge = await modelServer(wise, () => setTimeout(30));
  const cwd = judgedProject();
  const both = [1, 2].map(() => assay([...args, ...model], { cwd, env: judge.env }));
  expect((await Promise.all(both)).map(({ code }) => code)).toEqual([0, 0]);
  expect(judge.asked).toHaveLength(12);
});
