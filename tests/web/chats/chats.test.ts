import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { AgentDetail, AgentOverview, ChatOverview } from "../../../src/core/chats/chat.ts";
import { assay, project } from "../../cli/assay.ts";
import { startWeb } from "../web-server.ts";
import { chatClient } from "./chat-client.ts";

/** Counts what was said before, keeps the last word in its state, and uses a tool. */
const counting = `
let loaded = 0;
export async function rootAgent(text, { turn, state, history }) {
  loaded += 1;
  state.last = text;
  if (text === "slowly") await new Promise((done) => setTimeout(done, 60_000));
  turn.call("c1", "look_up", { text });
  turn.result("c1", "look_up", { output: { found: text.length } });
  turn.usage({ input: 12, output: 3 }, { model: "scripted" });
  console.log("looked up", text);
  return history.length + " before, " + loaded + " here: " + text;
}`;

const streaming = `
export async function* rootAgent(text) {
  for (const word of ["One ", "two ", process.env.SHOP_API_KEY, " three."]) yield word;
}`;

function workspace(more: Readonly<Record<string, unknown>> = {}): string {
  return project({ "team/desk/agent.mjs": counting, "talker/agent.mjs": streaming, ...more });
}

test("agents of the workspace are listed without being loaded, and one is loaded to be described", async () => {
  const described = `export const rootAgent = Object.assign((text) => text, { description: "Repeats." });`;
  const broken = `console.log("before"); throw new Error("no key");`;
  const web = await startWeb(workspace({ "a/agent.mjs": described, "b/agent.mjs": broken }));
  const list = async () =>
    ((await web.json("/api/v1/agents")) as { agents: readonly AgentOverview[] }).agents;
  expect((await list()).map(({ name, path, state }) => [name, path, state])).toEqual([
    ["a", "a", "unknown"],
    ["b", "b", "unknown"],
    ["talker", "talker", "unknown"],
    ["team.desk", "team/desk", "unknown"],
  ]);
  const detail = async (path: string) => (await web.json(`/api/v1/agents/${path}`)) as AgentDetail;
  expect(await detail("a")).toMatchObject({ state: "ready", description: "Repeats." });
  expect((await detail("b")).problem?.message).toContain("no key");
  expect(await detail("team%2Fdesk")).toMatchObject({ name: "team.desk", state: "ready" });
  expect((await web.ask("/api/v1/agents/nobody")).status).toBe(404);
  expect((await list()).map(({ state }) => state)).toEqual(["ready", "broken", "unknown", "ready"]);
});

test("a chat keeps every turn with its steps, tokens, prints and state", async () => {
  const web = await startWeb(workspace());
  const chats = chatClient(web);
  const chat = await chats.begin("team/desk", { state: { city: "Lyon" } });
  const said = await chats.stream(chat, "hello");
  expect(said.map(({ name }) => name)).toEqual(["start", "step", "step", "step", "step", "turn"]);
  const turn = await chats.say(chat, "again");
  expect(turn).toMatchObject({
    turn: 1,
    user: "again",
    status: "done",
    answer: "2 before, 2 here: again",
    output: "looked up again\n",
    state: { city: "Lyon", last: "again" },
    usage: { input: 12, output: 3, calls: 1 },
  });
  expect(turn.steps.map(({ type }) => type)).toEqual(["call", "usage", "result"]);
  const opened = await chats.open(chat);
  expect(opened).toMatchObject({ title: "hello", turns: 2, running: false, state: turn.state });
  expect(opened.history[1]).toEqual(turn);
  // what the agent prints is the turn's, and nobody else's
  expect(web.said()).not.toContain("looked up");
});

test("text streams while it is made, and no key of the agent is in it", async () => {
  const web = await startWeb(workspace({ "talker/.env": "SHOP_API_KEY=sk-4f9a7c2e8b1d6305\n" }));
  const chats = chatClient(web);
  const chat = await chats.begin("talker");
  const said = await chats.stream(chat, "go");
  const deltas = said.filter(({ name }) => name === "delta");
  expect(deltas.length).toBeGreaterThan(1);
  expect(JSON.stringify(said)).not.toContain("4f9a7c2e");
  expect(JSON.stringify(said)).toContain("[secret SHOP_API_KEY");
  expect(JSON.stringify(await chats.open(chat))).not.toContain("4f9a7c2e");
});

test("a turn can be stopped, and what it did is kept; the chat goes on", async () => {
  const web = await startWeb(workspace());
  const chats = chatClient(web);
  const chat = await chats.begin("team/desk");
  await chats.say(chat, "one");
  const waiting = chats.say(chat, "slowly");
  const current = async () => (await chats.open(chat)).current;
  await expect.poll(current).toMatchObject({ turn: 1, user: "slowly" });
  expect((await web.post(`/api/v1/chats/${chat.chatId}/messages`, { text: "two" })).status).toBe(
    409,
  );
  expect(await chats.stop(chat)).toEqual({ asked: true });
  expect(await waiting).toMatchObject({ turn: 1, status: "cancelled" });
  expect((await chats.say(chat, "three")).answer).toContain("three");
  expect((await chats.open(chat)).turns).toBe(3);
});

test("a killed server loses no finished turn, and the agent is told what was said", async () => {
  const cwd = workspace();
  const web = await startWeb(cwd);
  const before = chatClient(web);
  const chat = await before.begin("team/desk");
  await before.say(chat, "one");
  await before.say(chat, "two");
  void before.say(chat, "slowly").catch(() => {});
  await expect.poll(async () => (await before.open(chat)).current?.user).toBe("slowly");
  await web.end("SIGKILL");
  const again = await startWeb(cwd);
  const chats = chatClient(again);
  expect((await chats.open(chat)).turns).toBe(2);
  expect((await chats.say(chat, "three")).answer).toBe("4 before, 1 here: three");
});

test("an agent that keeps its conversations to itself is known to have begun anew", async () => {
  const forgetful = `
    export const rootAgent = { name: "forgetful", start() {
      let turns = 0;
      return { send: async () => "turn " + (turns += 1) };
    } };`;
  const cwd = workspace({ "forgetful/agent.mjs": forgetful });
  const web = await startWeb(cwd);
  const chat = await chatClient(web).begin("forgetful");
  await chatClient(web).say(chat, "a");
  expect(await chatClient(web).say(chat, "b")).not.toHaveProperty("restarted");
  await web.end();
  const turn = await chatClient(await startWeb(cwd)).say(chat, "c");
  expect(turn).toMatchObject({ answer: "turn 1", restarted: true });
});

test("an agent is started anew when its files change", async () => {
  const cwd = workspace();
  const chats = chatClient(await startWeb(cwd));
  const chat = await chats.begin("team/desk");
  await chats.say(chat, "one");
  writeFileSync(join(cwd, "team/desk/agent.mjs"), counting.replace("here:", "changed:"));
  expect((await chats.say(chat, "two")).answer).toBe("2 before, 1 changed: two");
});

test("a chat forks at a turn, its state is changed, it is renamed and deleted", async () => {
  const web = await startWeb(workspace());
  const chats = chatClient(web);
  const chat = await chats.begin("team/desk");
  for (const text of ["one", "two", "three"]) await chats.say(chat, text);
  const at = `/api/v1/chats/${chat.chatId}`;
  const json = { "Content-Type": "application/json" };
  const forked = await (await web.post(`${at}/fork`, { turn: 1 })).json();
  expect(forked).toMatchObject({ turns: 2, forkedFrom: { chat: chat.chatId, turns: 2 } });
  const before = await (await web.post(`${at}/fork`, { turn: 1, through: false })).json();
  expect(before).toMatchObject({ turns: 1 });
  expect((await chats.say(before as typeof chat, "TWO")).answer).toBe("2 before, 4 here: TWO");
  expect((await web.post(`${at}/fork`, { turn: 9 })).status).toBe(400);
  const patch = (path: string, body: object) =>
    web.ask(path, { method: "PATCH", headers: json, body: JSON.stringify(body) });
  expect((await patch(`${at}/state`, { state: { vip: true } })).status).toBe(200);
  expect((await chats.say(chat, "four")).state).toEqual({ vip: true, last: "four" });
  await patch(at, { title: "Refunds" });
  expect((await chats.open(chat)).title).toBe("Refunds");
  expect((await web.ask(at, { method: "DELETE" })).status).toBe(200);
  expect((await web.ask(at)).status).toBe(404);
  const { count } = (await web.json("/api/v1/chats?agent=team/desk")) as { count: number };
  expect(count).toBe(2);
});

test("chats are no runs, and one is exported like a run", async () => {
  const cwd = workspace();
  const web = await startWeb(cwd);
  const chats = chatClient(web);
  const chat = await chats.begin("team/desk");
  await chats.say(chat, "hello");
  expect(await web.json("/api/v1/runs")).toMatchObject({ count: 0 });
  expect((await web.json("/api/v1/chats")) as { chats: ChatOverview[] }).toMatchObject({
    count: 1,
  });
  const latest = await assay(["runs", "show"], { cwd });
  expect(latest.stderr).toContain("There are no runs here yet.");
  const args = ["runs", "export", chat.chatId, "--format", "otlp"];
  const { code, stdout } = await assay(args, { cwd });
  expect(code).toBe(0);
  expect(stdout).toContain("execute_tool look_up");
});
