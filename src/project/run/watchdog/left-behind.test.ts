import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";

const library = pathToFileURL(join(import.meta.dirname, "../../../index.ts")).href;

/** A program that evaluates an agent and then does something of its own. */
function programWith(left: string, after: string) {
  const program = `
    import { evaluate } from ${JSON.stringify(library)};
    const turn = { userContent: "hello", finalResponse: "hello" };
    const evalSet = { evalSetId: "set", evalCases: [{ evalId: "leaves", conversation: [turn] }] };
    const agent = (text) => { ${left}; return text; };
    const options = { criteria: { response_match_score: 0.5 }, store: "memory", timeouts: { turn: 0.5 } };
    const run = await evaluate(agent, evalSet, options);
    console.log(run.status);
    ${after}`;
  const args = ["--no-warnings", "--input-type=module", "-e", program];
  return spawnSync(process.execPath, args, { encoding: "utf8", timeout: 100_000 });
}

test("code that an agent left endless ends the program with a sentence, after the verdict", () => {
  const { status, stdout, stderr } = programWith(
    "setTimeout(() => { for (;;) {} }, 1000)",
    "setInterval(() => {}, 1000);",
  );
  expect(stdout).toBe("passed\n");
  expect(stderr).toContain(
    "Code that an agent or metric of a finished run left behind (of case leaves) computed for 6 s without a pause.",
  );
  expect(status).toBe(1);
}, 120_000);

test("what a program computes itself after a run is its own, however long", () => {
  const { status, stdout, stderr } = programWith(
    "setInterval(() => {}, 60_000).unref()",
    `const end = Date.now() + 8_000;
    while (Date.now() < end);
    console.log("computed");`,
  );
  expect([stdout, stderr]).toEqual(["passed\ncomputed\n", ""]);
  expect(status).toBe(0);
}, 120_000);
