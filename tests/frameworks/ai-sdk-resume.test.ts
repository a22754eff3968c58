import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { agentFactory, invocationFromTurn, recordTurn, wrapAgent } from "../../src/agents/index.ts";
import type { Agent, ConversationStart } from "../../src/core/agent.ts";
import { textContent } from "../../src/core/content.ts";
import type { Invocation } from "../../src/core/invocation.ts";
import { installExample, installFolder } from "../install-example.ts";
import { contractTools } from "./ai-sdk-contract.ts";
import { type Asked, type Reply, type Sdk, scriptedModel, sdkIn } from "./ai-sdk-scripts.ts";

const folders = {
  "ai 7": () => installExample("ai-sdk-support-desk"),
  "ai 6": () => installFolder(join(import.meta.dirname, "ai-sdk-6")),
};

/** Tools in parallel, one that fails, one that waits for a yes, one that only the user can answer. */
function deskReply({ text, results }: Asked): Reply {
  const isDone = results.length > 0;
  if (text === "two cities" && !isDone) {
    const cities = [
      { id: "a", tool: "get_weather", args: { city: "Oslo" } },
      { id: "b", tool: "get_weather", args: { city: "Atlantis" } },
    ];
    return { text: "Let me look.", calls: cities };
  }
  if (text === "delete it" && !isDone) return { calls: [{ id: "d", tool: "delete_files" }] };
  if (text === "where am I" && !isDone) return { calls: [{ id: "w", tool: "locate" }] };
  return { text: `That was ${text}.` };
}

const talks: Readonly<Record<string, readonly string[]>> = {
  "tools that worked and failed": ["hello", "two cities", "again"],
  "a call that waited for a yes": ["delete it", "yes, please", "again"],
  "a call that waits for a yes": ["hello", "delete it", "yes"],
  "a call that was declined": ["delete it", "no", "again"],
  "a tool that only the user can answer": ["where am I", "in Oslo", "again"],
};

describe.each(Object.entries(folders))("%s", (_, install) => {
  let folder: string;
  let sdk: Sdk;
  beforeAll(async () => {
    folder = await install();
    sdk = await sdkIn(folder);
  }, 300_000);

  interface Prompted {
    readonly doGenerateCalls: readonly { readonly prompt: unknown }[];
  }

  async function desk(isMade = false): Promise<{ agent: Agent; model: Prompted }> {
    const model = scriptedModel(sdk, deskReply) as unknown as Prompted;
    const inputSchema = sdk.jsonSchema({ type: "object" });
    const tools = { ...contractTools(sdk), locate: sdk.tool({ inputSchema }) };
    const make = () => new sdk.ToolLoopAgent({ id: "desk", model, tools });
    const target = isMade ? agentFactory(make) : make();
    const need = async () => undefined;
    const agent = await wrapAgent(target, { name: "desk", directory: folder, need });
    return { agent, model };
  }

  /** Holds turns and keeps what a journal would: as text, in between. */
  async function hold(
    agent: Agent,
    texts: readonly string[],
    given: Partial<ConversationStart> = {},
  ) {
    const { signal } = new AbortController();
    const conversation = await agent.start({ id: "s", user: "u", state: {}, signal, ...given });
    const history: Invocation[] = [];
    const memory: unknown[] = [];
    for (const [at, text] of texts.entries()) {
      const content = textContent("user", text);
      const record = await recordTurn(conversation, { text, content }, { timeoutMs: 10_000 });
      const facts = { invocationId: `${at}`, userContent: content, author: "desk", startedAt: 0 };
      history.push(invocationFromTurn(record, facts));
      memory.push(conversation.memory?.());
    }
    return { conversation, ...(JSON.parse(JSON.stringify({ history, memory })) as Kept) };
  }
  interface Kept {
    readonly history: readonly Invocation[];
    readonly memory: readonly unknown[];
  }

  test.each(Object.entries(talks))(
    "goes on after %s as if nothing had happened",
    async (_name, texts) => {
      const calm = await desk();
      const whole = await hold(calm.agent, texts);
      for (const held of [1, 2]) {
        const before = await desk();
        const kept = await hold(before.agent, texts.slice(0, held));
        const after = await desk();
        const rest = await hold(after.agent, texts.slice(held), kept);
        expect(rest.conversation.resumed).toBe(true);
        const repeated = before.model.doGenerateCalls.length;
        // every model call sees what it would have seen, and none is made again
        const asked = calm.model.doGenerateCalls.slice(repeated).map(({ prompt }) => plain(prompt));
        expect(after.model.doGenerateCalls.map(({ prompt }) => plain(prompt))).toEqual(asked);
        expect(rest.history.at(-1)?.finalResponse).toEqual(whole.history.at(-1)?.finalResponse);
      }
    },
  );

  test("goes on in the same way where a factory makes the agents", async () => {
    const texts = talks["a call that waits for a yes"] ?? [];
    const calm = await desk();
    const whole = await hold(calm.agent, texts);
    const before = await desk(true);
    const kept = await hold(before.agent, texts.slice(0, 2));
    const after = await desk(true);
    const rest = await hold(after.agent, texts.slice(2), kept);
    expect(rest.conversation.resumed).toBe(true);
    const repeated = before.model.doGenerateCalls.length;
    const asked = calm.model.doGenerateCalls.slice(repeated).map(({ prompt }) => plain(prompt));
    expect(after.model.doGenerateCalls.map(({ prompt }) => plain(prompt))).toEqual(asked);
    expect(rest.history.at(-1)?.finalResponse).toEqual(whole.history.at(-1)?.finalResponse);
  });

  test.each(Object.entries(talks))(
    "goes on after %s from what was recorded alone",
    async (_name, texts) => {
      const calm = await desk();
      const whole = await hold(calm.agent, texts);
      for (const held of [1, 2]) {
        const before = await desk();
        const { history } = await hold(before.agent, texts.slice(0, held));
        const after = await desk();
        const rest = await hold(after.agent, texts.slice(held), { history });
        expect(rest.conversation.resumed).toBe(true);
        const repeated = before.model.doGenerateCalls.length;
        expect(after.model.doGenerateCalls).toHaveLength(
          calm.model.doGenerateCalls.length - repeated,
        );
        expect(rest.history.at(-1)?.finalResponse).toEqual(whole.history.at(-1)?.finalResponse);
      }
    },
  );

  test("a killed run goes on without asking for a finished turn again", async () => {
    const cwd = mkdtempSync(join(tmpdir(), "assay-sdk-resume-"));
    onTestFinished(() => rmSync(cwd, { recursive: true, force: true }));
    symlinkSync(join(folder, "node_modules"), join(cwd, "node_modules"));
    writeFileSync(join(cwd, "package.json"), '{"type":"module"}');
    writeFileSync(join(cwd, "agent.mjs"), slowDesk);
    const turns = ["one", "two", "three", "four", "five"];
    const eval_cases = Array.from({ length: 6 }, (_, at) => ({
      eval_id: `c${at}`,
      conversation: turns.map((text) => ({
        user_content: `c${at} ${text}`,
        final_response: `heard c${at} ${text}`,
      })),
    }));
    writeFileSync(join(cwd, "s.evalset.json"), JSON.stringify({ eval_set_id: "s", eval_cases }));
    const config = { criteria: { response_match_score: 1 } };
    writeFileSync(join(cwd, "test_config.json"), JSON.stringify(config));
    const calls = () => readFileSync(join(cwd, "calls"), "utf8").trim().split("\n");
    writeFileSync(join(cwd, "calls"), "");

    const first = start(["eval", "agent.mjs", "s.evalset.json", "-j", "2"], cwd);
    while (calls().length < 14) await wait(20);
    first.kill("SIGKILL");
    await new Promise((done) => first.once("close", done));
    const before = calls();
    const second = start(["eval", "--resume", "--reporter", "json=report.json"], cwd);
    const code = await new Promise((done) => second.once("close", done));
    expect(code).toBe(0);
    const report = JSON.parse(readFileSync(join(cwd, "report.json"), "utf8"));
    expect(report.totals).toMatchObject({ cases: 6, passed: 6 });
    expect(report.cases.filter((each: { restarted?: boolean }) => each.restarted)).toEqual([]);
    // at most what was in flight when it was killed: two conversations, one call each, and one not yet committed
    const repeated = calls()
      .slice(before.length)
      .filter((call) => before.includes(call));
    expect(repeated.length).toBeLessThanOrEqual(4);
    expect(new Set(calls()).size).toBe(30);
  }, 60_000);
});

const command = resolve(import.meta.dirname, "../../bin/assay.js");

function start(args: readonly string[], cwd: string): ReturnType<typeof spawn> {
  return spawn(process.execPath, [command, ...args], { cwd, stdio: "ignore" });
}

/** What a prompt says; a made-up id of an approval is a new one each time. */
function plain(prompt: unknown): unknown {
  return JSON.parse(JSON.stringify(prompt));
}

/** Counts its calls in a file, and takes its time. */
const slowDesk = `
import { appendFileSync } from "node:fs";
import { ToolLoopAgent } from "ai";
import * as mocks from "ai/test";
const Model = mocks.MockLanguageModelV4 ?? mocks.MockLanguageModelV3;
const model = new Model({
  async doGenerate({ prompt }) {
    const said = prompt.filter(({ role }) => role === "user").map(({ content }) => content.map((part) => part.text).join(""));
    const answers = prompt.filter(({ role }) => role === "assistant").length;
    appendFileSync("calls", said.at(-1) + "\\n");
    await new Promise((done) => setTimeout(done, 60));
    const text = answers === said.length - 1 ? "heard " + said.at(-1) : "lost the thread";
    return { content: [{ type: "text", text }], finishReason: { unified: "stop", raw: undefined }, usage: { inputTokens: { total: 1 }, outputTokens: { total: 1 } }, warnings: [] };
  },
});
export const rootAgent = new ToolLoopAgent({ id: "slow", model });
`;
