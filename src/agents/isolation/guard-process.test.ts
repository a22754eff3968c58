import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const here = (file: string) => JSON.stringify(join(import.meta.dirname, file));

/** In a process of its own, since the accidents are those of a whole process. */
async function run(agent: string): Promise<Record<string, unknown>> {
  const script = `
    import { setTimeout as wait } from "node:timers/promises";
    import { captureOutput } from ${here("./capture-output.ts")};
    import { takeOverOutput } from ${here("./take-over-output.ts")};
    import { functionAgent } from ${here("../function-agent.ts")};
    import { guardProcess } from ${here("./guard-process.ts")};
    import { recordTurn } from ${here("../recording/record-turn.ts")};
    const takeover = takeOverOutput();
    const stray = [];
    const leave = guardProcess((error) => stray.push(error.message));
    const agent = functionAgent(${agent});
    const init = { id: "s", user: "u", state: {}, signal: new AbortController().signal };
    const hold = async (text) => {
      const conversation = await agent.start(init);
      const input = { text, content: { parts: [{ text }] } };
      const { result, output } = await captureOutput(() => recordTurn(conversation, input, { timeoutMs: 2000 }));
      return { status: result.status, problem: result.problem, final: result.final, output };
    };
    const turns = await Promise.all([hold("one"), hold("two")]);
    await wait(60);
    leave();
    takeover.writeOut(JSON.stringify({ turns, stray, aside: takeover.strayOutput() }));`;
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [
    "--input-type=module",
    "-e",
    script,
  ]);
  expect(stderr).toBe("");
  return JSON.parse(stdout);
}

test("prints stay with their own turn and reach neither stream", async () => {
  const { turns } = await run(`async (text) => {
    console.log("log of", text);
    await wait(5);
    process.stderr.write("error of " + text + "\\n");
    return text;
  }`);
  expect(turns).toMatchObject([
    { final: "one", output: "log of one\nerror of one\n" },
    { final: "two", output: "log of two\nerror of two\n" },
  ]);
});

test("prints without end are cut", async () => {
  const { turns } = await run(`() => {
    for (let line = 0; line < 20000; line += 1) console.log("0123456789");
    return "done";
  }`);
  const [{ output }] = turns as [{ output: string }];
  expect(output.length).toBeLessThan(66_000);
  expect(output).toMatch(/… 154464 more characters were printed and left out\.\n$/);
});

test("process.exit fails the turn that called it, even when the agent catches everything", async () => {
  const { turns } = await run(`async (text) => {
    if (text === "two") return "fine";
    try { process.exit(3); } catch {}
    return "as if nothing had happened";
  }`);
  expect(turns).toMatchObject([
    { status: "failed", problem: "The agent called process.exit(3)." },
    { status: "done", final: "fine" },
  ]);
});

test("an exception in a callback and a lost rejection fail the turn they came from", async () => {
  const { turns, stray } = await run(`(text) => new Promise(() => {
    if (text === "one") setTimeout(() => { throw new RangeError("in a callback"); }, 5);
    else setTimeout(() => { void Promise.reject(new Error("lost")); }, 5);
  })`);
  expect(turns).toMatchObject([
    { status: "failed", problem: "The agent failed: RangeError: in a callback." },
    { status: "failed", problem: "The agent failed: lost." },
  ]);
  expect(stray).toEqual([]);
});

test("what happens after the turn is over is handed on and ends nothing", async () => {
  const { turns, stray } = await run(`(text) => {
    if (text === "one") setTimeout(() => { throw new Error("too late"); }, 20);
    return "answered";
  }`);
  expect(turns).toMatchObject([{ status: "done" }, { status: "done" }]);
  expect(stray).toEqual(["too late"]);
});
