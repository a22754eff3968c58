import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const gates = JSON.stringify(join(import.meta.dirname, "gate-threads.ts"));

/** In a process of its own, whose threads are gated from then on. */
async function started(code: string, options: string): Promise<string> {
  const script = `
    import { gateThreads } from ${gates};
    import { SHARE_ENV, Worker } from "node:worker_threads";
    gateThreads();
    class Own extends Worker {}
    const code = ${JSON.stringify(code)};
    try {
      const thread = new Own(code, { eval: true, ...${options} });
      process.stdout.write(String(thread instanceof Worker) + " ");
      thread.on("message", (said) => process.stdout.write(JSON.stringify(said)));
    } catch (error) {
      process.stdout.write(error.message);
    }`;
  const args = ["--input-type=module", "-e", script];
  const { stdout, stderr } = await promisify(execFile)(process.execPath, args);
  expect(stderr).toBe("");
  return stdout;
}

const tells = (what: string) =>
  `process.getBuiltinModule("node:worker_threads").parentPort.postMessage(${what})`;

test("a thread has what it was given: data, variables and words", async () => {
  const said = tells(
    "[process.getBuiltinModule('node:worker_threads').workerData, process.env.A ?? null, process.execArgv.slice(2)]",
  );
  const given = '{ workerData: 1, env: { A: "b" }, execArgv: ["--no-warnings"] }';
  expect(await started(said, given)).toBe('true [1,"b",["--no-warnings"]]');
});

test("a thread without words has those of its process, and its variables", async () => {
  const said = tells("[process.env.PATH === undefined, process.execArgv.length > 2]");
  expect(await started(said, "{}")).toBe("true [false,true]");
  expect(await started(said, "{ env: null, execArgv: null }")).toBe("true [false,true]");
  expect(await started(said, "{ env: SHARE_ENV, execArgv: [] }")).toBe("true [false,false]");
});

test("what Node refuses, it refuses as before", async () => {
  expect(await started("", '{ execArgv: "--no-warnings" }')).toMatch(
    /execArgv.* must be an instance of Array/,
  );
});

test("a thread that asks for Node's insides is not started", async () => {
  expect(await started("", '{ execArgv: ["--expose_internals"] }')).toBe(
    "A thread cannot be started with Node's insides: they have no gates.",
  );
});
