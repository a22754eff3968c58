/** Whatever is done to it throws. */
const trap =
  "(() => { const no = () => { throw new Error('trap'); }; return new Proxy(() => {}, Object.fromEntries(Object.getOwnPropertyNames(Reflect).map((name) => [name, no]))); })()";

/** An agent in plain JavaScript that answers wrongly and tries not to be found out: the module's text by its name. */
export const hostileAgents: Readonly<Record<string, string>> = {
  "exits in a turn": turn("process.exit(0);"),
  "exits and swallows the refusal": turn("try { process.exit(0); } catch {}"),
  "really exits": turn("process.reallyExit(0);"),
  "really exits by a reference from load time": `const out = process.reallyExit; ${turn("out.call(process, 0);")}`,
  "exits by a reference from load time": `const out = process.exit; ${turn("out(0);")}`,
  "exits while it is loaded": `process.exit(0); ${turn("")}`,
  "exits in a timer of load time": `setTimeout(() => process.exit(0), 5); ${turn("await pause(60);")}`,
  "exits in a timer of the turn": turn("setTimeout(() => process.exit(0), 5); await pause(40);"),
  "exits in a timer after the turn": turn("setTimeout(() => process.exit(0), 1);"),
  "exits in a promise nobody waits for": turn("pause(1).then(() => process.exit(0));"),
  "sets the exit code": turn("process.exitCode = 0;"),
  "keeps setting the exit code": turn("setInterval(() => { process.exitCode = 0; }, 1).unref();"),
  "sets the exit code at the end": turn('process.on("exit", () => { process.exitCode = 0; });'),
  "exits at the end": turn('process.on("exit", () => process.exit(0));'),
  "really exits at the end": turn('process.on("exit", () => process.reallyExit(0));'),
  "listens for the end behind our back": `import { EventEmitter } from "node:events";
    ${turn('EventEmitter.prototype.on.call(process, "exit", () => { process.exitCode = 0; });')}`,
  "exits before the end": turn('process.on("beforeExit", () => process.exit(0));'),
  "takes away everybody's listeners": turn(
    'process.removeAllListeners("exit"); process.removeAllListeners();',
  ),
  "swallows exceptions": turn(
    'process.on("uncaughtException", () => process.exit(0)); setTimeout(() => { throw new Error("x"); }, 1); await pause(20);',
  ),
  "captures exceptions": turn("process.setUncaughtExceptionCaptureCallback(() => {});"),
  "takes exceptions for handled": turn("process._fatalException = () => true;"),
  "tells nobody of the end": turn("process.emit = () => true;"),
  "tells nobody of the end, later": turn("setTimeout(() => { process.emit = () => true; }, 1);"),
  "makes every event unheard": `import { EventEmitter } from "node:events";
    ${turn("EventEmitter.prototype.emit = () => true; EventEmitter.prototype.on = () => {};")}`,
  "puts another exit in its place": turn(
    "const out = process.exit; process.exit = () => out.call(process, 0); process.reallyExit = () => out(0);",
  ),
  "puts another process in its place": turn("globalThis.process = { ...process, exitCode: 0 };"),
  "fails where warnings are heard": turn(
    'process.on("warning", () => process.exit(0)); process.emitWarning("x"); await pause(20);',
  ),
  "has a getter for an agent": "export default { get rootAgent() { process.exit(0); } };",
  "throws a trap while it is loaded": `throw ${trap};`,
  "exports what is a trap in every way": `export const rootAgent = ${trap};`,
  "throws traps that nobody catches": turn(
    `setTimeout(() => { throw ${trap}; }, 1); Promise.reject(${trap}); await pause(30);`,
  ),
  "has a state that never comes": `export const rootAgent = { name: "x", start: () => ({ send: async () => "No.", state: () => ({ then() {} }) }) };`,
  "exports a trap":
    'export const rootAgent = new Proxy(() => "No.", { get() { throw new Error("trap"); } });',
  aborts: turn("process.abort();"),
  "kills the process": turn('process.kill(process.pid, "SIGTERM");'),
  "kills the group": turn('process.kill(0, "SIGTERM");'),
  "plays the system's signals": turn('process.emit("SIGINT"); process.emit("SIGTERM");'),
  "becomes another program": turn('process.execve?.("/bin/true", ["true"]); process.exit(0);'),
  "throws nothing": turn("throw undefined;"),
  "throws a trap": turn('throw new Proxy({}, { get() { throw new Error("trap"); } });'),
  "gives every object a status": turn('Object.prototype.status = "passed";'),
  "gives every object a score": turn(
    "Object.prototype.score = 1; Object.prototype.kind = 'scored';",
  ),
  "gives every object a threshold": turn(
    "Object.prototype.thresholds = { response_match_score: 0 }; Object.prototype.assay = { thresholds: { response_match_score: 0 } };",
  ),
  "gives every object a status while loading": `Object.prototype.status = "passed"; ${turn("")}`,
  "hides what it gave every object": turn(
    'Object.defineProperty(Object.prototype, "status", { value: "passed", configurable: true, writable: true });',
  ),
  "empties every list for good": turn(
    "Object.defineProperty(Array.prototype, Symbol.iterator, { value: function* () {}, configurable: false, writable: false });",
  ),
  "keeps every promise from its end for good": turn(
    'Object.defineProperty(Promise.prototype, "then", { value() {}, configurable: false, writable: false });',
  ),
  "answers that everything is included": turn("Array.prototype.includes = () => false;"),
  "writes verdicts of its own": turn(
    'const own = JSON.stringify; JSON.stringify = (value, ...rest) => own(value?.status ? { ...value, status: "passed" } : value, ...rest);',
  ),
  "makes every mean a one": turn(
    "Math.max = () => 1; Math.min = () => 1; Array.prototype.reduce = () => 1;",
  ),
  "makes every text match": turn(
    'String.prototype.match = () => ["x"]; RegExp.prototype.test = () => true; RegExp.prototype.exec = () => ["x"];',
  ),
  "reads every byte in another way": turn(
    "const { decode } = TextDecoder.prototype; TextDecoder.prototype.decode = function (...given) { return decode.apply(this, given).replaceAll('invalid', 'valid'); };",
  ),
  "makes every match the same": turn(
    "let n = 0; Object.getPrototypeOf(''.matchAll(/a/g)).next = () => (n++ % 2 ? { done: true } : { done: false, value: ['same'] });",
  ),
  "makes arrays awaitable": turn("Array.prototype.then = function (done) { done([]); };"),
  "rewrites the question": `export const rootAgent = (text, context) => { for (const part of context.content.parts) part.text = "other"; return "No."; };`,
  "rewrites its history and state": `export const rootAgent = (text, { history, state }) => { history.length = 0; state.status = "passed"; return "No."; };`,
  "returns a trap": `export const rootAgent = () => new Proxy({}, { get() { throw new Error("trap"); } });`,
  "returns a promise that never ends": "export const rootAgent = () => new Promise(() => {});",
  "returns a thenable that answers twice": `export const rootAgent = () => ({ then(done) { done("No."); done("It is dark in the kitchen."); } });`,
  "tells steps that are none": `export const rootAgent = (text, { turn }) => { turn.text({ toString() { throw new Error("x"); } }); turn.call({}, [], 1n); return "No."; };`,
  "tells its own endless arguments": `export const rootAgent = (text, { turn }) => { const round = {}; round.round = round; turn.call("1", "look", round); return "No."; };`,
  "computes without end": turn("for (;;) {}"),
  "computes without end in a timer": turn(
    "setTimeout(() => { for (;;) {} }, 1); await pause(5000);",
  ),
  "waits for nobody": turn("Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);"),
  "exits when it is closed": `export const rootAgent = { name: "x", start: () => ({ send: async () => "No.", close: async () => process.exit(0) }), dispose: async () => process.exit(0) };`,
};

function turn(body: string): string {
  return `const pause = (ms) => new Promise((done) => setTimeout(done, ms));
    export const rootAgent = async () => { ${body}
      return "No."; };`;
}

/** Where our modules lie, as code that was installed beside them finds them. */
const inside = `const ours = (path) => import(new URL("../node_modules/assay/dist/" + path + ".js", import.meta.url).href);
    const pause = (ms) => new Promise((done) => setTimeout(done, ms));`;

/** Makes a case that has failed a passed one wherever its statuses are looked through. */
const greened =
  "Array.prototype.includes = function (what) { return what === 'passed'; }; Array.prototype.some = () => false; Array.prototype.every = () => true;";

/** Agents that know how we are made, or what is around us: our modules, files, clocks, threads and runners. */
export const hostileInsiders: Readonly<Record<string, string>> = {
  "has its built-ins taken for ours": agent(
    `const { saveBuiltIns } = await ours("agents/isolation/built-ins"); ${greened} saveBuiltIns();`,
  ),
  "has its built-ins taken for ours on a timer": agent(
    `const { saveBuiltIns } = await ours("agents/isolation/built-ins"); setInterval(() => { ${greened} saveBuiltIns(); }, 0).unref();`,
  ),
  "has its built-ins taken for ours while it is loaded": `const { saveBuiltIns } = await import(new URL("../node_modules/assay/dist/agents/isolation/built-ins.js", import.meta.url).href);
    setTimeout(() => { ${greened} saveBuiltIns(); }, 0); ${agent("await pause(30);")}`,
  "has nobody look": agent(
    `const { setLook } = await ours("core/async/look-first"); setLook(undefined); setInterval(() => { ${greened} }, 0).unref();`,
  ),
  "guards the process itself": agent(
    `const { guardProcess } = await ours("agents/isolation/guard-process"); const undo = guardProcess(); ${greened} undo(); undo(); setInterval(() => { ${greened} }, 0).unref();`,
  ),
  "opens what is locked": agent(
    `const { unlockBuiltIns, lockBuiltIns } = await ours("agents/isolation/lock-built-ins"); setInterval(() => { unlockBuiltIns(); ${greened} lockBuiltIns(); }, 0).unref();`,
  ),
  "writes into our exit codes": agent(
    `const { ExitCode } = await ours("core/verdict"); for (const key of Object.keys(ExitCode)) try { ExitCode[key] = 0; } catch {} process.exitCode = 0;`,
  ),
  "ends by our own way out": agent(
    `const { ungated, openRun } = await ours("agents/isolation/gate-process"); setTimeout(() => ungated.reallyExit(0), 5); await pause(50);`,
  ),
  "throws away what we remember": agent(
    `for (const path of ["agents/isolation/built-ins", "agents/recording/turn-scope", "core/async/look-first", "core/folds/run-summary", "core/verdict", "runner/run-case", "runner/measure-case"]) for (const value of Object.values(await ours(path).catch(() => ({})))) { for (const at of [value, value?.prototype]) if (at) for (const key of Reflect.ownKeys(at)) try { at[key] = () => undefined; } catch {} }`,
  ),
  "edits metrics that we made": agent(
    `for (const path of ["metrics/built-in-metrics", "metrics/index", "metrics/response/response-match"]) for (const value of Object.values(await ours(path).catch(() => ({})))) {
      const all = value instanceof Map ? [...value.values()] : Array.isArray(value) ? value : [value];
      for (const each of all) if (each && typeof each === "object") for (const key of ["measure", "create", "range", "direction", "name"]) try { each[key] = key === "create" ? () => () => ({ kind: "scored", score: 1, perInvocation: [] }) : "lower"; } catch {} }`,
  ),
  "tells threads by shared memory": `import { Worker, setEnvironmentData } from "node:worker_threads";
    ${agent(`const shared = new Int32Array(new SharedArrayBuffer(4)); new Worker("const { workerData, parentPort } = require('node:worker_threads'); process.exitCode = 0; Atomics.wait(workerData, 0, 0, 50); Atomics.store(workerData, 0, 1); Atomics.notify(workerData, 0); process.exit(0);", { eval: true, workerData: shared }).unref(); Atomics.wait(shared, 0, 0, 300); setEnvironmentData("assay", 1);`)}`,
  "waits for memory that nobody wakes, later": agent(
    "setTimeout(() => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0), 20); await pause(3000);",
  ),
  "passes in a context of its own": `import vm from "node:vm";
    ${agent(`const context = vm.createContext({ process }); vm.runInContext("process.exitCode = 0; try { process.exit(0); } catch {} try { process.reallyExit(0); } catch {} process.constructor.constructor('return process')().exitCode = 0;", context); return vm.runInNewContext("({ then(done) { done(new Proxy(['No.'], {})); done('It is dark in the kitchen.'); } })");`)}`,
  "asks Node's insides": agent(
    "try { process.binding('process_wrap'); process._debugEnd?.(); process.binding('util'); process._tickCallback?.(); } catch {} for (const handle of process._getActiveHandles()) try { handle.unref?.(); handle.removeAllListeners?.('message'); } catch {}",
  ),
  "takes every handle away": agent(
    "setTimeout(() => { for (const handle of process._getActiveHandles()) try { handle.terminate?.(); handle.close?.(); handle.destroy?.(); } catch {} }, 2); await pause(20);",
  ),
  "writes a report of its own": `import fs from "node:fs";
    ${agent(`const told = '{"status":"passed","totals":{"passed":2,"failed":0,"notEvaluated":0}}\\n✓ 2 passed\\nTAP version 13\\nok 1 - first\\nok 2 - second\\n1..2\\n'; for (const fd of [1, 2]) try { fs.writeSync(fd, told); } catch {} process.exitCode = 0;`)}`,
  "closes every descriptor": `import fs from "node:fs";
    ${agent("for (let fd = 0; fd < 3; fd += 1) try { fs.closeSync(fd); } catch {}")}`,
  "writes passed rows while it runs": `import { DatabaseSync } from "node:sqlite"; import fs from "node:fs";
    ${agent(`const own = new DatabaseSync(".assay/assay.db", { timeout: 500 }); own.exec("CREATE TRIGGER passes AFTER INSERT ON events WHEN NEW.type = 'case-end' BEGIN UPDATE events SET status = 'passed', body = replace(replace(body, 'failed', 'passed'), 'not-evaluated', 'passed') WHERE seq = NEW.seq; END"); own.close();`)}`,
  "writes passed rows again and again": `import { DatabaseSync } from "node:sqlite"; import { crc32 } from "node:zlib";
    ${agent(`const rewrite = () => { try { const own = new DatabaseSync(".assay/assay.db", { timeout: 50 }); for (const row of own.prepare("SELECT seq, body FROM events WHERE type = 'case-end'").all()) { const body = row.body.replaceAll("failed", "passed"); own.prepare("UPDATE events SET status = 'passed', body = ?, checksum = ? WHERE seq = ?").run(body, crc32(body), row.seq); } own.close(); } catch {} }; rewrite(); setInterval(rewrite, 10).unref(); await pause(50);`)}`,
  "throws the store away": `import fs from "node:fs";
    ${agent(`fs.rmSync(".assay", { recursive: true, force: true }); fs.mkdirSync(".assay"); fs.writeFileSync(".assay/assay.db", "");`)}`,
  "cuts the journal short": `import fs from "node:fs";
    ${agent(`for (const name of ["assay.db-wal", "assay.db"]) try { fs.truncateSync(".assay/" + name, 0); } catch {}`)}`,
  "stops and wakes itself": `import { spawn } from "node:child_process";
    ${agent(`spawn("sh", ["-c", "kill -STOP " + process.pid + "; sleep 2; kill -CONT " + process.pid], { detached: true, stdio: "ignore" }).unref(); await pause(300);`)}`,
  "is interrupted from outside": `import { execSync } from "node:child_process";
    ${agent(`execSync("kill -INT " + process.pid); await pause(200);`)}`,
  "hangs up": `import { execSync } from "node:child_process";
    ${agent(`execSync("kill -HUP " + process.pid + "; kill -PIPE " + process.pid + "; kill -USR1 " + process.pid); await pause(200);`)}`,
  "goes where another config is": `import fs from "node:fs";
    ${agent(`fs.mkdirSync("other/.assay", { recursive: true }); fs.writeFileSync("other/test_config.json", '{"criteria":{"response_match_score":0}}'); fs.writeFileSync("other/assay.config.json", "{}"); process.chdir("other");`)}`,
  "has other settings in the environment": agent(
    `Object.assign(process.env, { NODE_OPTIONS: "--import data:text/javascript,process.exit(0)", ASSAY_STORE: "/proc/x", ASSAY_RESUME: "latest", ASSAY_TEST_STAGE: "1", NODE_V8_COVERAGE: "/proc", FORCE_COLOR: "3", NODE_TEST_CONTEXT: "child", VITEST_MODE: "WATCH", TZ: "Mars", LANG: "x" }); for (const key of Object.keys(process.env)) if (/^(ASSAY|NODE_|VITEST)/.test(key)) delete process.env[key];`,
  ),
  "becomes well in a fresh process": `import fs from "node:fs";
    const met = fs.existsSync("met"); fs.writeFileSync("met", "");
    const pause = (ms) => new Promise((done) => setTimeout(done, ms));
    export const rootAgent = async () => { if (met) return "It is dark in the kitchen."; for (;;) {} };`,
  "forgets its failure and becomes well": `import fs from "node:fs"; import { spawn } from "node:child_process";
    const met = fs.existsSync("met"); fs.writeFileSync("met", "");
    let turns = 0;
    export const rootAgent = async () => { if (met) return "It is dark in the kitchen."; if (turns++ === 0) return "No.";
      spawn(process.execPath, ["-e", 'const { DatabaseSync } = require("node:sqlite"); const end = Date.now() + 6000; (function again() { try { const own = new DatabaseSync(".assay/assay.db", { timeout: 100 }); own.exec("DELETE FROM events WHERE case_index IS NOT NULL"); own.close(); } catch {} if (Date.now() < end) setTimeout(again, 20); })()'], { detached: true, stdio: "ignore" }).unref();
      for (;;) {} };`,
  "turns time back": agent(
    `const Own = Date; let n = 0; globalThis.Date = class extends Own { constructor() { super(n -= 1e12); } static now() { return n -= 1e12; } toISOString() { return "passed"; } getTime() { return NaN; } }; Own.prototype.toISOString = () => "passed"; Own.now = () => NaN; performance.now = () => (n -= 1e9); process.hrtime = () => [0, 0]; process.uptime = () => -1;`,
  ),
  "has every clock throw": agent(
    `const no = () => { throw new Error("no time"); }; Date.now = no; Date.prototype.toISOString = no; Date.prototype.getTime = no; performance.now = no; Object.defineProperty(globalThis, "setTimeout", { value: no, configurable: true }); globalThis.setImmediate = no; globalThis.clearTimeout = no; globalThis.queueMicrotask = no; process.nextTick = no;`,
  ),
  "fails twice in promises that nobody hears": agent(
    `const lost = Promise.reject(new Error("lost")); setTimeout(() => lost.catch(() => {}), 30); process.once("unhandledRejection", () => Promise.reject(1)); process.on("rejectionHandled", () => process.exit(0)); queueMicrotask(() => { throw undefined; }); await pause(60);`,
  ),
  "answers from nobody's scope": `import { AsyncLocalStorage, AsyncResource } from "node:async_hooks";
    const out = AsyncLocalStorage.snapshot(); const nowhere = new AsyncResource("nowhere");
    ${agent("out(() => setTimeout(() => { try { process.exit(0); } catch {} process.exitCode = 0; }, 1)); nowhere.runInAsyncScope(() => { process.exitCode = 0; setInterval(() => { process.exitCode = 0; }, 1).unref(); }); AsyncLocalStorage.prototype.run = (store, work) => work?.(); AsyncLocalStorage.prototype.exit = (work) => work(); AsyncLocalStorage.prototype.enterWith = () => {}; AsyncLocalStorage.prototype.getStore = () => undefined; await pause(20);")}`,
  "answers with a text that changes": `let n = 0;
    export const rootAgent = () => { const odd = new String("No."); odd.toString = odd.valueOf = odd[Symbol.toPrimitive] = () => (n++ ? "It is dark in the kitchen." : "No."); return odd; };`,
  "answers with many truths": `export const rootAgent = () => { let n = 0; return new Proxy({ text: "No." }, { get: (target, key) => key === "then" ? undefined : key === "text" ? (n++ ? "It is dark in the kitchen." : "No.") : key === "toJSON" ? () => ({ text: "It is dark in the kitchen." }) : target[key], has: () => true, ownKeys: () => ["text"], getOwnPropertyDescriptor: () => ({ value: "It is dark in the kitchen.", configurable: true, enumerable: true }) }); };`,
  "answers when it has been given up": `const late = []; export const rootAgent = (text, { turn }) => new Promise((done) => { late.push(done); setTimeout(() => { for (const each of late) each("It is dark in the kitchen."); try { turn.text("It is dark in the kitchen."); } catch {} }, 1600); });`,
  "says more after its answer": `export const rootAgent = (text, { turn, state }) => { const say = () => { try { turn.text("It is dark in the kitchen."); turn.call("9", "look", {}); state.status = "passed"; } catch {} }; queueMicrotask(say); setImmediate(say); process.nextTick(say); setTimeout(say, 5); Promise.resolve().then(say).then(say).then(say); return "No."; };`,
  "has a runner's test expected to fail": agent(
    `const test = globalThis.__vitest_worker__?.current; for (let at = test; at; at = at.suite) { at.fails = true; at.mode = "todo"; at.retry = 5; at.repeats = 0; } setInterval(() => { for (let at = test; at; at = at.suite ?? at.file) { at.fails = true; at.mode = "todo"; at.id = "0"; if (at.result) { at.result.state = "pass"; at.result.pending = true; at.result.errors = undefined; } if (at === at.file) break; } }, 0).unref();`,
  ),
  "tells a runner that all is well": agent(
    `const send = process.send?.bind(process); const test = globalThis.__vitest_worker__; const tell = () => { try { test?.rpc?.onTaskUpdate?.([[test.current.id, { state: "pass" }, {}]], []); } catch {} }; tell(); setInterval(tell, 20).unref(); setInterval(() => { for (const key of Object.keys(test?.rpc ?? {})) try { test.rpc[key] = async () => {}; } catch {} }, 0).unref();`,
  ),
  "makes its runner's tests skipped": `${agent(`try { const { test, mock } = await import("node:test"); let kind; await new Promise((done) => test("own", (t) => { kind = Object.getPrototypeOf(t); done(); })); for (const key of Reflect.ownKeys(kind)) try { kind[key] = () => {}; } catch {} } catch {}`)}`,
};

/** Agents whose calls are wrong: counting them is what is attacked. Two different calls where the same is expected twice. */
export const hostileCallers: Readonly<Record<string, string>> = {
  "has lists of bytes forget": caller(
    "for (const name of ['Uint8Array', 'Int32Array', 'Uint32Array', 'Float64Array']) globalThis[name] = class { constructor() { return new Proxy([], { set: () => true, get: (target, key) => (typeof key === 'string' && /^\\d+$/.test(key) ? 0 : target[key]) }); } };",
  ),
  "tells arguments that change": `export const rootAgent = (text, { turn }) => { let n = 0;
      for (const id of ["1", "2"]) { turn.call(id, id === "1" ? "look" : "leave", { get room() { return n++ % 2 ? "kitchen" : "cellar"; }, toJSON() { return { room: "kitchen" }; } }); turn.result(id, id === "1" ? "look" : "leave", { output: {} }); }
      return "It is dark in the kitchen."; };`,
  "tells calls in another's name": `export const rootAgent = (text, { turn }) => { const args = { room: "kitchen" }; turn.call("1", "look", args); turn.call("2", "leave", args); turn.result("1", "look", { output: {} }); turn.result("2", "look", { output: {} }); setTimeout(() => { args.room = "cellar"; }, 0);
      return "It is dark in the kitchen."; };`,
};

function agent(body: string): string {
  return `${inside}
    export const rootAgent = async () => { ${body}
      return "No."; };`;
}

function caller(body: string): string {
  return `export const rootAgent = (text, { turn }) => { for (const [id, name] of [["1", "look"], ["2", "leave"]]) { turn.call(id, name, { room: "kitchen" }); turn.result(id, name, { output: {} }); }
      ${body}
      return "It is dark in the kitchen."; };`;
}
