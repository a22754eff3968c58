import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { temporaryFolder } from "../src/testing/temporary-folder.ts";

const root = resolve(import.meta.dirname, "..");
const sentence = "was called and its result was never awaited, so nothing was checked.";

const start = `
import { evaluate, AgentEvaluator, EvalRunner } from ${JSON.stringify(pathToFileURL(join(root, "src/index.ts")).href)};
const evalSet = { eval_cases: [{ eval_id: "a", conversation: [{ user_content: "hi", final_response: "hi" }] }] };
const slow = (text) => new Promise((resolve) => setTimeout(resolve, 300, text));
const options = { criteria: { response_match_score: 1 }, store: "memory" };
`;

interface Ended {
  readonly code: number | null;
  readonly output: string;
}

/** Runs a file as its runner would be run by a user. */
function run(
  name: string,
  text: string,
  args: (path: string) => readonly string[],
): Promise<Ended> {
  const folder = temporaryFolder();
  const path = join(folder, name);
  writeFileSync(path, `${start}${text}`);
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  return new Promise((done) => {
    // what tells our own test runner's workers apart must not reach another runner
    const env = Object.fromEntries(
      Object.entries(process.env).filter(
        ([key]) => !/^(VITEST|NODE_TEST|TEST$|NODE_OPTIONS)/.test(key),
      ),
    );
    const child = spawn(process.execPath, args(path), {
      cwd: folder,
      env: { ...env, NO_COLOR: "1" },
    });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.on("data", (chunk) => {
        output += chunk;
      });
    }
    child.on("close", (code) => done({ code, output }));
  });
}

const vitest = (path: string) => [join(root, "node_modules/vitest/vitest.mjs"), "run", path];
const importVitest = `import { test } from ${JSON.stringify(pathToFileURL(join(root, "node_modules/vitest/dist/index.js")).href)};\n`;

test("Vitest fails a test that forgets to await, and no other", async () => {
  const { code, output } = await run(
    "forgets.test.js",
    `${importVitest}
    test("forgets", () => { evaluate(slow, evalSet, options); });
    test("forgets another", async () => { new EvalRunner({ agent: slow, ...options }).runCase({ user_content: "hi" }); });
    test("awaits", async () => { await evaluate(slow, evalSet, options); });
    test("awaits later", async () => {
      const one = evaluate(slow, evalSet, options);
      const two = evaluate((text) => text, evalSet, options);
      await one;
      await two;
    });
    test.concurrent("awaits beside another", async () => {
      await new Promise((resolve) => setTimeout(resolve, 100));
      await Promise.all([evaluate(slow, evalSet, options)]);
    });
    test.concurrent("is over first", async () => {});
    `,
    vitest,
  );
  expect(output).toContain(`evaluate(…) ${sentence}`);
  expect(output).toContain(`runCase(…) ${sentence}`);
  expect(output).toMatch(/Tests\s+2 failed \| 4 passed/);
  expect(code).toBe(1);
});

test("node:test fails a file that forgets to await", async () => {
  const { code, output } = await run(
    "forgets.test.mjs",
    `import { test } from "node:test";
    test("forgets", () => { AgentEvaluator.evaluateEvalSet({ agentModule: slow, evalSet, ...options }); });`,
    (path) => ["--test", path],
  );
  expect(output).toContain(`AgentEvaluator.evaluateEvalSet(…) ${sentence}`);
  expect(output).toMatch(/fail 1/);
  expect(code).toBe(1);
});

test("node:test passes a file that awaits", async () => {
  const { code, output } = await run(
    "awaits.test.mjs",
    `import { test } from "node:test";
    test("awaits", async () => { await evaluate(slow, evalSet, options); });`,
    (path) => ["--test", path],
  );
  expect(output).toMatch(/pass 1/);
  expect(code).toBe(0);
});

test("a script that forgets to await ends with a sentence and exit code 1", async () => {
  const { code, output } = await run("script.mjs", "evaluate(slow, evalSet, options);", (path) => [
    path,
  ]);
  expect(output).toContain(`evaluate(…) ${sentence} Write: await evaluate(…)`);
  expect(output).toContain("script.mjs:");
  expect(code).toBe(1);
});

test("a script that awaits ends as it likes", async () => {
  const text =
    "const run = await evaluate(slow, evalSet, options); process.exitCode = run.passed ? 7 : 8;";
  expect(await run("script.mjs", text, (path) => [path])).toEqual({ code: 7, output: "" });
});

test("runners with hooks in globals, as Jest has them, are told after each test", async () => {
  const folder = temporaryFolder();
  const path = join(folder, "hooks.mjs");
  const [imported, ...rest] = start.trim().split("\n");
  const load = imported?.replace(/^import (.*) from (.*);$/, "const $1 = await import($2);") ?? "";
  writeFileSync(
    path,
    `const hooks = [];
    globalThis.afterEach = (hook) => hooks.push(hook);
    ${load}
    ${rest.join("\n")}
    await evaluate(slow, evalSet, options);
    for (const hook of hooks) hook();
    evaluate(slow, evalSet, options);
    try { for (const hook of hooks) hook(); } catch (error) { console.log("told:", error.message); }`,
  );
  const { output, code } = await runPlain(path);
  expect(output).toContain(`told: evaluate(…) ${sentence}`);
  expect(code).toBe(0);
});

function runPlain(path: string): Promise<Ended> {
  return new Promise((done) => {
    const child = spawn(process.execPath, [path]);
    let output = "";
    child.stdout.on("data", (chunk) => {
      output += chunk;
    });
    child.on("close", (code) => done({ code, output }));
  });
}
