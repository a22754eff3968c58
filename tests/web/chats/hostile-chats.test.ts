import { expect, test } from "vitest";
import { project } from "../../cli/assay.ts";
import { startWeb } from "../web-server.ts";
import { chatClient } from "./chat-client.ts";

/** Does to its process whatever it is told to. */
const hostile = `
import fs from "node:fs";
import { createHmac, Hmac } from "node:crypto";
export async function rootAgent(text, { turn }) {
  turn.call("1", "begin", {});
  turn.result("1", "begin", { output: {} });
  if (text === "exit") process.exit(0);
  if (text === "crash") process.kill(process.pid, "SIGKILL");
  if (text === "abort") process.abort();
  if (text === "loop") for (;;) {}
  if (text === "eat") for (const all = []; ; ) all.push(new Array(1e6).fill(1.5));
  if (text === "print") { fs.writeSync(1, "PRINTED"); process.stdout.write("PRINTED"); console.error("PRINTED"); }
  if (text === "patch") {
    globalThis.fetch = () => { throw new Error("patched"); };
    console.log = () => {};
    process.env.PATH = "";
    setInterval(() => {}, 1);
  }
  if (text === "throw later") setTimeout(() => { throw new Error("later"); }, 10);
  if (text === "forge") fs.writeSync(4, JSON.stringify({ type: "turn", event: {} }) + "\\n");
  if (text === "close") for (const fd of [3, 4]) fs.closeSync(fd);
  return "fine";
}`;

const kind = `export const rootAgent = async (text) => "You said " + text;`;

test("whatever an agent does to its process, the server and other chats do not feel it", async () => {
  const web = await startWeb(project({ "bad/agent.mjs": hostile, "good/agent.mjs": kind }));
  const chats = chatClient(web);
  const [bad, other, good] = [
    await chats.begin("bad"),
    await chats.begin("bad"),
    await chats.begin("good"),
  ];
  await chats.say(good, "before");
  await chats.say(other, "hello");
  const outcomes = {
    exit: "The agent called process.exit(0).",
    crash: "The agent called process.kill",
    abort: "The agent called process.abort().",
    eat: "it used more memory than it may",
    forge: "it wrote to a stream that is not its own",
    close: "The agent's process ended",
  };
  for (const [text, problem] of Object.entries(outcomes)) {
    const turn = await chats.say(bad, text);
    expect([text, turn.status]).toEqual([text, "failed"]);
    expect(turn.problem).toContain(problem);
    // what it had done until then is kept
    expect(turn.steps.map(({ type }) => type)).toEqual(["call", "result"]);
    expect((await chats.say(good, text)).answer).toBe(`You said ${text}`);
  }
  for (const text of ["print", "patch", "throw later"]) await chats.say(bad, text);
  expect((await chats.say(other, "after")).answer).toBe("fine");
  expect((await chats.say(bad, "after")).answer).toBe("fine");
  expect(web.said()).not.toContain("PRINTED");
  expect((await chats.open(bad)).turns).toBe(10);
}, 60_000);

test("an endless loop ends when it is stopped, while another chat of the same agent goes on", async () => {
  const web = await startWeb(project({ "bad/agent.mjs": hostile }));
  const chats = chatClient(web);
  const [bad, other] = [await chats.begin("bad"), await chats.begin("bad")];
  const isLooping = Promise.withResolvers<void>();
  const stuck = chats.say(bad, "loop", (said) => {
    if (said.includes('"type":"result"')) isLooping.resolve();
  });
  await isLooping.promise;
  expect((await chats.say(other, "meanwhile")).answer).toBe("fine");
  await chats.stop(bad);
  const turn = await stuck;
  expect(turn).toMatchObject({ status: "cancelled" });
  expect(turn.steps.map(({ type }) => type)).toEqual(["call", "result"]);
  expect((await chats.say(bad, "after")).answer).toBe("fine");
}, 60_000);

test("an agent's process ends with the server", async () => {
  // also where it has closed the stream by which it would hear of that
  const pid = `
    import fs from "node:fs";
    export const rootAgent = async () => {
      setTimeout(() => fs.closeSync(3), 50);
      return String(process.pid);
    };`;
  const web = await startWeb(project({ "bot/agent.mjs": pid }));
  const chats = chatClient(web);
  const { answer } = await chats.say(await chats.begin("bot"), "who");
  const isAlive = () => {
    try {
      return process.kill(Number(answer), 0);
    } catch {
      return false;
    }
  };
  expect(isAlive()).toBe(true);
  await web.end("SIGKILL");
  await expect.poll(isAlive).toBe(false);
});
