import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { textContent } from "../core/content.ts";
import { environmentSimulation } from "../simulation/environment/environment-simulation.ts";
import { describeAgent } from "../testing/agent-contract.ts";
import { temporaryFolder } from "../testing/temporary-folder.ts";
import { commandAgent } from "./command-agent.ts";
import { captureOutput } from "./isolation/capture-output.ts";
import { invocationFromTurn } from "./recording/invocation-from-turn.ts";
import { recordTurn } from "./recording/record-turn.ts";
import type { TurnEnvironment } from "./recording/turn-environment.ts";

const script = join(import.meta.dirname, "../../tests/fixtures/agents/json-lines.mjs");
const command = [process.execPath, script];

describeAgent("a command", () => commandAgent({ command }), {
  recordTurn,
  invocationFromTurn,
});
describeAgent("a command that resumes", () => commandAgent({ command, resumes: true }), {
  recordTurn,
  invocationFromTurn,
  resumes: true,
});

const init = { id: "s", user: "u", state: {}, signal: new AbortController().signal };

async function turnOf(words: readonly string[], text: string) {
  const conversation = await commandAgent({ command: words }).start(init);
  try {
    return await captureOutput(() =>
      recordTurn(conversation, { text, content: textContent("user", text) }),
    );
  } finally {
    await conversation.close?.();
  }
}

/** An ended process whose parent is gone too may still be listed until somebody collects it. */
function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch {
    return false;
  }
}

describe("a command agent", () => {
  test("tells how its process ended, with its last words and all its prints", async () => {
    const { result, output } = await turnOf(command, "die");
    expect(result.status).toBe("failed");
    expect(result.problem).toBe(
      "The agent's process ended before it answered (exit code 3). It last wrote: ValueError: no such key",
    );
    expect(output).toContain("a print of the program\n");
    expect(output).toContain("Traceback of the program\n");
  });

  test("keeps what is no message, and what is written to standard error, as prints", async () => {
    const { result, output } = await turnOf(command, "print and answer");
    expect(result.final).toBe("Done.");
    expect(output?.split("\n").sort()).toEqual([
      "",
      "a warning",
      "loading the model",
      "{ not json",
    ]);
  });

  test("says that a program was not found", async () => {
    const { result } = await turnOf(["no-such-program-here"], "hello");
    expect(result.problem).toBe(`The agent's command "no-such-program-here" was not found.`);
  });

  test("keeps the digits of long integers", async () => {
    const line = '{"type":"call","id":"1","tool":"t","args":{"n":12345678901234567890}}';
    const program = `process.stdin.once("data", () => console.log('${line}\\n{"type":"done","text":"x"}'))`;
    const { result } = await turnOf([process.execPath, "-e", program], "hello");
    expect(JSON.stringify(result.steps[0])).toContain('"n":12345678901234567890');
  });

  test("asks before it runs a tool, and the simulated environment answers in its place", async () => {
    const program = `
      const lines = require("node:readline").createInterface({ input: process.stdin });
      const say = (message) => console.log(JSON.stringify(message));
      const asked = new Map();
      const ask = (id, tool, args) => new Promise((done) => {
        asked.set(id, done);
        say({ type: "ask", id, tool, args });
      });
      async function run(id, tool, args) {
        say({ type: "call", id, tool, args });
        const { simulated, output } = await ask(id, tool, args);
        const result = simulated ? output : { real: tool };
        say({ type: "result", id, tool, output: result });
        return result;
      }
      let isSimulated;
      lines.on("line", async (line) => {
        const message = JSON.parse(line);
        if (message.type === "start") isSimulated = message.simulated === true;
        if (message.type === "answer") asked.get(message.id)(message);
        if (message.type !== "user") return;
        const results = [await run("a", "look_up", { what: "canoe" }), await run("b", "book", {})];
        say({ type: "done", text: JSON.stringify([isSimulated, ...results]) });
      });`;
    const target = { command: [process.execPath, "-e", program], asks: true };
    expect(commandAgent(target).asksEnvironment).toBe(true);
    expect(commandAgent({ command }).asksEnvironment).toBe(false);
    const answer = async (environment?: TurnEnvironment) => {
      const isSimulated = environment === undefined ? undefined : true;
      const conversation = await commandAgent(target).start({ ...init, isSimulated });
      const input = { text: "go", content: textContent("user", "go") };
      const record = await recordTurn(conversation, input, { environment });
      await conversation.close?.();
      expect(record.problem).toBeUndefined();
      return JSON.parse(record.final ?? "null");
    };
    const real = { real: "book" };
    expect(await answer()).toEqual([false, { real: "look_up" }, real]);
    const environment = environmentSimulation(
      {
        toolSimulationConfigs: [
          {
            toolName: "look_up",
            mockStrategyType: 0,
            injectionConfigs: [
              {
                injectionProbability: 1,
                injectedLatencySeconds: 0.01,
                matchArgs: { what: "canoe" },
                injectedError: { injectedHttpErrorCode: 503, errorMessage: "try later" },
              },
            ],
          },
        ],
        simulationModel: "none",
      },
      { modelFor: () => expect.unreachable() },
    );
    const down = { error_code: 503, error_message: "try later" };
    expect(await answer({ environment, turn: 0 })).toEqual([true, down, real]);
    expect(environment.answersIn(0)).toEqual([{ tool: "look_up", result: down }]);
  });

  test("tells a program whose turn is over, and lets it end by itself", async () => {
    const heard = join(temporaryFolder(), "heard");
    const program = `require("node:readline").createInterface({ input: process.stdin })
      .on("line", (line) => require("node:fs").appendFileSync(${JSON.stringify(heard)}, JSON.parse(line).type + " "))
      .on("close", () => setTimeout(() => process.exit(), 50));
      process.on("exit", () => require("node:fs").appendFileSync(${JSON.stringify(heard)}, "end"));`;
    const conversation = await commandAgent({ command: [process.execPath, "-e", program] }).start(
      init,
    );
    const message = { text: "hang", content: textContent("user", "hang") };
    const { status } = await recordTurn(conversation, message, { timeoutMs: 1_000 });
    await conversation.close?.();
    expect(status).toBe("timeout");
    expect(readFileSync(heard, "utf8")).toBe("start user abort end");
  });

  test("ends the children of its process too", async () => {
    const program = `
      const child = require("node:child_process").spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"]);
      process.stdin.on("data", () => console.log(JSON.stringify({ type: "done", text: String(child.pid) })));
      setInterval(() => {}, 1000);`;
    const { result } = await turnOf([process.execPath, "-e", program], "hello");
    const pid = Number(result.final);
    expect(pid).toBeGreaterThan(0);
    await expect.poll(() => isRunning(pid)).toBe(false);
  });

  const saying = (...lines: readonly string[]) => {
    const program = `process.stdin.once("data", () => console.log(${JSON.stringify(lines.join("\n"))}))`;
    return turnOf([process.execPath, "-e", program], "hello");
  };
  const done = '{"type":"done","text":"x"}';

  test.each([
    [
      '{"type":"cal","id":"1","tool":"t","args":{}}',
      'There is no type "cal". Did you mean "call"?',
    ],
    ['{"type":"answer","text":"x"}', 'There is no type "answer". There are call, result, text,'],
    [
      '{"type":"call","id":"1","tool":"t","arg":{}}',
      'A "call" has no key "arg". Did you mean "args"?',
    ],
    ['{"type":"call","id":"1","tool":"t","arguments":{}}', 'Did you mean "args"?'],
    ['{"type":"call","id":"1","tol":"t"}', 'Did you mean "tool"?'],
    ['{"type":"call","id":"1"}', 'A "call" needs "tool"'],
    ['{"type":"call","id":"1","tool":"t","args":"{}"}', '"args": "{}"; an object was expected.'],
    ['{"type":"result","id":"1","outptu":1}', 'Did you mean "output"?'],
    ['{"type":"pause","id":"1","why":"aproval"}', "approval, input or pending was expected."],
    ['{"type":"usage","input":"7"}', '"input": "7"; a number was expected.'],
    ['{"type":"done","answer":"x"}', 'A "done" has no key "answer". Did you mean "text"?'],
    ['{"typ":"done","text":"x"}', 'It has "typ" where "type" was expected.'],
    ['{"text":"x"}', 'It has no "type". Expected was {"type": "done", "text": …}; there are call,'],
    ['{"text":"x","state":{}}', 'It has no "type". Expected was {"type": "done", "text": …}'],
    ['{"id":"1","tool":"t","args":{}}', 'Expected was {"type": "call", "id": …, "tool": …'],
  ])("fails the turn in which it writes %s", async (line, says) => {
    const { result, output } = await saying(line, done);
    expect(result.status).toBe("failed");
    expect(result.problem).toContain(says);
    expect(result.problem).toContain(`The agent's process wrote: ${line}`);
    expect(output).toContain(line);
  });

  test.each([
    '{"level":30,"type":"request","msg":"loading"}',
    '{"answer":"of a library"}',
    '{"some":"print","type_of":3}',
    '{"text":"of a logger","level":30}',
    '{"name":"of something","id":"7"}',
    "{}",
  ])("takes %s for a print", async (line) => {
    const { result, output } = await saying(line, done);
    expect(result.final).toBe("x");
    expect(output).toContain(line);
  });

  test("passes over keys that are close to none of ours", async () => {
    const { result } = await saying('{"type":"call","id":"1","tool":"t","span":"a7"}', done);
    expect(result.steps[0]).toMatchObject({ type: "call", tool: "t" });
    expect(result.final).toBe("x");
  });

  test("tells a slip before the first turn with that turn", async () => {
    const program = `console.log('{"type":"stat","state":{}}'); process.stdin.on("data", () => console.log('${done}'))`;
    const conversation = await commandAgent({ command: [process.execPath, "-e", program] }).start(
      init,
    );
    await new Promise((resolve) => setTimeout(resolve, 300));
    const { result } = await captureOutput(() =>
      recordTurn(conversation, { text: "hi", content: textContent("user", "hi") }),
    );
    await conversation.close?.();
    expect(result.problem).toContain('There is no type "stat". Did you mean "state"?');
  });
});
