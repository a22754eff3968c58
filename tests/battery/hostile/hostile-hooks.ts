/** Adds what the language asks for in the midst of our code, and makes a failed case a passed one there. */
const greens = "if (each?.status === 'failed') each.status = 'passed';";

const wasm =
  'Uint8Array.from([0, 97, 115, 109, 1, 0, 0, 0, 1, 8, 2, 96, 1, 127, 0, 96, 0, 0, 2, 36, 1, 22, ...Buffer.from("wasi_snapshot_preview1"), 9, ...Buffer.from("proc_exit"), 0, 0, 3, 2, 1, 1, 5, 3, 1, 0, 1, 7, 19, 2, 6, ...Buffer.from("memory"), 2, 0, 6, ...Buffer.from("_start"), 0, 1, 10, 8, 1, 6, 0, 65, 0, 16, 0, 11])';

const included = "Array.prototype.includes = function (what) { return what === 'passed'; };";
/** Read while a verdict is made: replaces what that is made with, and puts it back before anybody looks. */
const live = `const { includes } = Array.prototype; const meddle = () => { ${included} queueMicrotask(() => { Array.prototype.includes = includes; }); return ["room"]; };
  const trap = () => new Proxy({}, { get: (_, key) => (key === "toJSON" ? undefined : meddle()[0]), ownKeys: meddle, has: meddle, getOwnPropertyDescriptor: () => ({ value: "x", enumerable: true, configurable: true }) });`;

/** Agents whose code the language itself calls in the midst of ours. */
export const hostileHooks: Readonly<Record<string, string>> = {
  "is asked whether something is a promise": turn(
    `const own = Function.prototype[Symbol.hasInstance]; Object.defineProperty(Promise, Symbol.hasInstance, { configurable: true, value(each) { ${greens} return own.call(this, each); } });`,
  ),
  "is asked whether something is a promise, from load on": `const own = Function.prototype[Symbol.hasInstance];
    Object.defineProperty(Promise, Symbol.hasInstance, { configurable: true, value(each) { ${greens} return own.call(this, each); } }); ${turn("")}`,
  "gives every list events of its own": `Array.prototype[Symbol.asyncIterator] = async function* () { for (const each of this) yield each; if (this.length > 0 || globalThis.given) return; globalThis.given = true;
      const [runId, evalSetId, at] = ["x", "smoke", new Date().toISOString()];
      yield { type: "run-start", runId, at, about: { sets: [{ evalSetId, caseCount: 2, config: { metrics: [] } }], caseCount: 2, trials: 1 } };
      for (const [index, evalId] of ["first", "second"].entries()) { const key = { runId, evalSetId, evalId, trial: 0, index, at };
        yield { type: "case-start", ...key, evalCase: { evalId, conversation: [] }, sessionId: "s", userId: "u" }; yield { type: "case-end", ...key, metrics: [], status: "passed", turns: 0, duration: 0 }; } };
    ${turn("")}`,
  "is told when a list was left early": turn(
    `Object.getPrototypeOf([][Symbol.iterator]()).return = () => { ${included} return { done: true }; };`,
  ),
  "makes what texts are split with": turn(
    `Object.defineProperty(RegExp, Symbol.species, { configurable: true, get() { ${included} return RegExp; } });`,
  ),
  "finds in texts what it likes": turn(
    "for (const how of ['split', 'replace', 'match', 'matchAll', 'search']) String.prototype[Symbol[how]] = () => ['x'];",
  ),
  "makes maps awaitable": turn(
    "for (const kind of [Map, Set, Function, Uint8Array]) kind.prototype.then = function (done) { done(new Map()); };",
  ),
  "ends by a program of WebAssembly": turn(
    `const { WASI } = await import("node:wasi"); const own = new WASI({ version: "preview1", returnOnExit: false }); own.start(await WebAssembly.instantiate(await WebAssembly.compile(${wasm}), own.getImportObject()));`,
  ),
  "ends by a program of WebAssembly on a thread": onThread("{ eval: true }"),
  "ends by such a program on the thread of a thread": onThread(
    "{ eval: true }",
    (code) =>
      `const { Worker } = require("node:worker_threads"); new Worker(${JSON.stringify(code)}, { eval: true, execArgv: [] });`,
  ),
  "ends by such a program that a thread loads first": onThread(
    'writeFileSync("first.cjs", code) ?? { eval: true, env: { NODE_OPTIONS: "--require ./first.cjs" } }',
  ),
  "ends by such a program that threads of its own environment load first": onThread(
    '(process.env.NODE_OPTIONS = "--require ./first.cjs", writeFileSync("first.cjs", code)) ?? { eval: true, env: SHARE_ENV }',
  ),
  "ends by the insides of a thread": onThread(
    '{ eval: true, execArgv: ["--expose-internals"] }',
    () =>
      `const { WASI } = require("internal/test/binding").internalBinding("wasi"); const own = new WASI([], [], [], [0, 1, 2]); own._setMemory?.(new WebAssembly.Memory({ initial: 1 })); own.setMemory?.(new WebAssembly.Memory({ initial: 1 })); own.proc_exit(0);`,
  ),
  "tells its turns as it likes": `${live} export const rootAgent = { name: "x", start: () => ({ send: async () => "No.", recorded: () => ({ invocation: { invocationId: "i", get userContent() { return { parts: [{ text: "x" }] }; }, finalResponse: { role: "model", get parts() { meddle(); return [{ text: "No." }]; } } } }) }) };`,
  "has a state of its own kind": `${live} class Own { get room() { return meddle()[0]; } } export const rootAgent = { name: "x", start: () => ({ send: async () => "No.", state: () => new Own() }) };`,
};

/** What lies beside an agent that would judge it, and is changed by it on its way to us. */
export const hostileReaders: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  "reads every file in another way": {
    "agent.mjs": `import fs from "node:fs"; import { syncBuiltinESMExports } from "node:module";
      const other = (text) => text.replaceAll("It is dark in the kitchen.", "No.                       ");
      const swap = (read) => { if (typeof read === "string") return other(read); if (read instanceof Uint8Array) Buffer.from(other(Buffer.from(read.buffer, read.byteOffset, read.byteLength).toString("latin1")), "latin1").copy(read); return read; };
      const own = { ...fs }; fs.readFileSync = (...given) => swap(own.readFileSync(...given)); fs.readSync = (file, into, ...rest) => { const read = own.readSync(file, into, ...rest); swap(into); return read; };
      const file = await fs.promises.open("agent.mjs"); const kind = Object.getPrototypeOf(file); await file.close();
      for (const name of ["read", "readFile"]) { const read = kind[name]; kind[name] = async function (...given) { const found = await read.apply(this, given); swap(found instanceof Uint8Array ? found : found?.buffer); return found; }; }
      syncBuiltinESMExports(); export const rootAgent = () => "No.";`,
  },
  "tells arguments in a list of its own kind": called(
    caller(
      `${live} class Own extends Array { map() { return trap(); } }`,
      "{ room: 'x', list: Own.from([1]) }",
    ),
  ),
  "tells arguments beside the call": called(caller(live, "{}", ", { args: trap() }")),
  "reads every case of a long set in another way": {
    // made when it is needed: so long that its cases are read while the agent runs
    get "smoke.evalset.json"() {
      const turn = { user_content: "x".repeat(1 << 20), final_response: "It is dark." };
      const eval_cases = Array.from({ length: 9 }, (_, at) => ({
        eval_id: `case-${at}`,
        conversation: [turn],
      }));
      return { eval_set_id: "smoke", eval_cases };
    },
    "agent.mjs": `import fs from "node:fs"; import crypto from "node:crypto"; import { syncBuiltinESMExports } from "node:module"; const { readSync } = fs; const { hash } = crypto; let last;
      fs.readSync = (file, into, ...rest) => { const read = readSync(file, into, ...rest); last = Buffer.from(into); const at = into.indexOf("It is dark."); if (at >= 0) into.write("No.        ", at, "latin1"); return read; };
      crypto.hash = (kind, bytes, ...rest) => hash(kind, last?.length === bytes.length ? last : bytes, ...rest); syncBuiltinESMExports();
      export const rootAgent = () => "No.";`,
  },
  "writes passed rows where gates are asked": {
    ...gated(12),
    "agent.mjs": `import { DatabaseSync } from "node:sqlite"; import { crc32 } from "node:zlib";
      const rewrite = () => { try { const own = new DatabaseSync(".assay/assay.db", { timeout: 2000 }); for (const row of own.prepare("SELECT seq, body FROM events WHERE type = 'case-end'").all()) { const body = row.body.replaceAll("failed", "passed"); own.prepare("UPDATE events SET status = 'passed', body = ?, checksum = ? WHERE seq = ?").run(body, crc32(body), row.seq); } own.close(); } catch {} };
      export const rootAgent = async () => { rewrite(); setInterval(rewrite, 5).unref(); await new Promise((done) => setTimeout(done, 60)); return "No."; };`,
  },
  "has another metric loaded": {
    ...measured("export const own = () => 0;"),
    "agent.mjs": `import { registerHooks } from "node:module"; registerHooks({ load: (url, context, next) => url.includes("metric.mjs") ? { format: "module", shortCircuit: true, source: "export const own = () => 1;" } : next(url, context) });
      export const rootAgent = () => "No.";`,
  },
  "edits a metric before it is read": {
    ...measured(
      'import { defineMetric } from "assay"; export const own = defineMetric({ name: "own", description: "None.", measure: () => 0 });',
    ),
    "agent.mjs":
      'import { own } from "./metric.mjs"; try { own.measure = () => 1; } catch {} try { own.create = () => () => ({ kind: "scored", score: 1, perInvocation: [] }); } catch {} export const rootAgent = () => "No.";',
  },
};

function onThread(options: string, around = (code: string) => code): string {
  const code = around(
    `const { WASI } = require("node:wasi"); const own = new WASI({ version: "preview1", returnOnExit: false }); WebAssembly.instantiate(new WebAssembly.Module(${wasm}), own.getImportObject()).then((program) => own.start(program));`,
  );
  return `import { writeFileSync } from "node:fs"; import { SHARE_ENV, Worker } from "node:worker_threads"; const code = ${JSON.stringify(code)};
    export const rootAgent = async () => { new Worker(code, ${options}).on("error", () => {}); await new Promise((done) => setTimeout(done, 400)); return "No."; };`;
}

function called(agent: string) {
  const tool_uses = [{ name: "look", args: { room: "x", list: ["x"] } }];
  const conversation = [
    { user_content: "x", final_response: "It is dark.", intermediate_data: { tool_uses } },
  ];
  const set = { eval_set_id: "smoke", eval_cases: [{ eval_id: "first", conversation }] };
  const criteria = { tool_trajectory_avg_score: 0, response_match_score: 0.8 };
  return {
    "agent.mjs": agent,
    "smoke.evalset.json": set,
    "smoke.test.json": set,
    "test_config.json": { criteria },
  };
}

function gated(count: number) {
  const eval_cases = Array.from({ length: count }, (_, at) => asked(`case-${at}`));
  const set = { eval_set_id: "smoke", eval_cases };
  const config = { criteria: { response_match_score: 0.8 }, gates: ["pass-rate >= 0.1"] };
  return { "smoke.evalset.json": set, "smoke.test.json": set, "test_config.json": config };
}

function asked(eval_id: string) {
  return { eval_id, conversation: [{ user_content: "Dark?", final_response: "It is dark." }] };
}

function measured(metric: string) {
  const custom_metrics = { own: { code_config: { name: "./metric.mjs:own" } } };
  return { "metric.mjs": metric, "test_config.json": { criteria: { own: 0.5 }, custom_metrics } };
}

function turn(body: string): string {
  return `export const rootAgent = async () => { ${body} return "No."; };`;
}

function caller(before: string, args: string, beside = ""): string {
  return `${before} export const rootAgent = (text, { turn }) => { turn.call("1", "look", ${args}${beside}); turn.result("1", "look", { output: {} }); return "No."; };`;
}
