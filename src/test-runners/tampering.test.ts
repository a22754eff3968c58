import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const here = (file: string) => JSON.stringify(join(import.meta.dirname, file));

/** How the tests and the last hook of a block with this agent end, in a process of its own. */
async function endingsOf(agent: string): Promise<readonly string[]> {
  const script = `
    import { evalSuite } from ${here("./eval-suite.ts")};
    import { memoryStore } from ${here("../stores/memory-store.ts")};
    const pause = (ms) => new Promise((done) => setTimeout(done, ms));
    const evalSet = { eval_set_id: "s", eval_cases: [
      { eval_id: "one", conversation: [{ user_content: "one", final_response: "one" }] }] };
    const options = { config: { criteria: { response_match_score: 0.8 } }, store: memoryStore(), timeouts: { turn: 1, case: 1 } };
    const keep = setInterval(() => {}, 1000);
    const suite = evalSuite({ agent: ${agent}, evalSet, options });
    const ending = (work) => work.then(() => "passed", (error) => error.message.split("\\n")[0]);
    const test = await ending(suite.check({ evalSetId: "s", evalId: "one" }));
    await pause(30);
    const hook = await ending(suite.end());
    clearInterval(keep);
    process.stdout.write(JSON.stringify([test, hook]));
    process.exit(0);`;
  const args = ["--input-type=module", "-e", script];
  return JSON.parse((await promisify(execFile)(process.execPath, args)).stdout);
}

const replaced =
  "Array.prototype.some was replaced during the evaluation, and verdicts are computed with it. Tests that spy on it belong into a file of their own.";

test("an agent that answers well and changes nothing passes, with its hook", async () => {
  expect(await endingsOf("(text) => text")).toEqual(["passed", "passed"]);
});

test("built-ins that are replaced after the last turn fail the block", async () => {
  const agent =
    "(text) => { setTimeout(() => { Array.prototype.some = () => true; }, 15); return text; }";
  expect(await endingsOf(agent)).toContain(replaced);
});

test("built-ins that are replaced while the agent closes fail its test", async () => {
  const agent = `{ name: "a", start: () => ({ send: async ({ text }) => text,
    close: async () => { Array.prototype.some = () => true; } }) }`;
  expect(await endingsOf(agent)).toContain(replaced);
});

test("a run that lost a step to replaced built-ins comes to an end", async () => {
  const agent = `async (text) => { setInterval(() => { try { Array.prototype.push = () => 0; Array.prototype.map = () => []; } catch {} }, 0).unref();
    await pause(20); return text; }`;
  expect((await endingsOf(agent))[0]).not.toBe("passed");
}, 30_000);
