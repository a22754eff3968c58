/** Nothing is found in a list any more, and nothing done with it. */
const emptied =
  "for (const key of ['filter', 'map', 'flatMap', 'slice']) Array.prototype[key] = () => []; for (const key of ['some', 'includes', 'find', 'forEach']) Array.prototype[key] = () => undefined; Array.prototype.every = () => true; Array.prototype.push = () => 0;";

/** Agents whose code runs where nobody can say whose it is, or that change what is around a run instead of the run. */
export const hostileEscapes: Readonly<Record<string, string>> = {
  "exits where no scope is seen": `import { AsyncLocalStorage } from "node:async_hooks";
    ${turn("AsyncLocalStorage.prototype.getStore = () => undefined; process.reallyExit(0);")}`,
  "exits before every callback": `import { createHook } from "node:async_hooks";
    ${turn("createHook({ before() { process.reallyExit(0); } }).enable();")}`,
  "exits while a stack is written": turn("Error.prepareStackTrace = () => process.reallyExit(0);"),
  "exits from another thread": `import { Worker } from "node:worker_threads";
    ${turn(`new Worker("const { Session } = require('node:inspector'); const s = new Session(); s.connectToMainThread(); s.post('Runtime.evaluate', { expression: 'process.reallyExit(0)' });", { eval: true }); await pause(600);`)}`,
  "exits by the inspector": `import { Session } from "node:inspector";
    ${turn("const s = new Session(); s.connect(); s.post('Runtime.evaluate', { expression: 'process.reallyExit(0)' }); await pause(50);")}`,
  "exits when a signal comes": `import { exec } from "node:child_process";
    ${turn('process.on("SIGUSR2", () => process.reallyExit(0)); exec("kill -USR2 " + process.pid); await pause(300);')}`,
  "exits well when it is terminated": `import { exec } from "node:child_process";
    ${turn('process.on("SIGTERM", () => process.exit(0)); exec("kill -TERM " + process.pid); await pause(300);')}`,
  "exits when a listener is added": turn(
    'process.on("newListener", () => process.reallyExit(0)); process.on("removeListener", () => process.reallyExit(0));',
  ),
  "exits when something is written": turn(
    "process.stdout.write = process.stderr.write = () => process.reallyExit(0);",
  ),
  "exits when something is printed": turn(
    "for (const name of ['log', 'info', 'warn', 'error', 'debug']) console[name] = () => process.reallyExit(0);",
  ),
  "hears every accident": turn(
    'process.on("uncaughtException", () => {}); process.on("unhandledRejection", () => {});',
  ),
  "hears every accident while it is loaded": `process.on("uncaughtException", () => {});
    process.on("unhandledRejection", () => process.exit(0)); ${turn("")}`,
  "has a domain for every accident": `import domain from "node:domain";
    ${turn('const all = domain.create(); all.on("error", () => {}); all.enter();')}`,
  "takes the console away": turn("globalThis.console = null;"),
  "exits from its error": turn(
    "throw { get message() { process.reallyExit(0); }, get stack() { process.reallyExit(0); }, toString() { process.reallyExit(0); } };",
  ),
  "exits from its answer":
    "export const rootAgent = () => ({ get text() { process.reallyExit(0); }, toString() { process.reallyExit(0); } });",
  "exits from arguments of a call": `export const rootAgent = (text, { turn }) => {
    turn.call("1", "look", { get a() { process.reallyExit(0); }, toJSON() { process.reallyExit(0); } }); return "No."; };`,
  "edits what we export": `for (const name of ["assay", "assay/metrics", "assay/agents"]) {
      for (const value of Object.values(await import(name).catch(() => ({})))) {
        if (typeof value !== "object" || value === null) continue;
        for (const key of Object.keys(value)) try { value[key] = undefined; } catch {}
      } }
    ${turn("")}`,
  "gives arrays another prototype": turn(
    'Object.setPrototypeOf(Array.prototype, { status: "passed", score: 1, then(done) { done([]); }, __proto__: Object.prototype });',
  ),
  "gives functions another prototype": turn(
    "Object.setPrototypeOf(Function.prototype, new Proxy(Object.prototype, { get: () => 1 }));",
  ),
  "replaces built-ins on a timer": turn(
    'setInterval(() => { Array.prototype.some = () => false; Array.prototype.every = () => true; Math.min = () => 1; String.prototype.match = () => ["x"]; }, 0).unref();',
  ),
  "replaces built-ins in every microtask": turn(
    "let n = 0; const again = () => { Math.min = Math.max = () => 1; Array.prototype.some = () => false; if (n++ < 20000) Promise.resolve().then(again); }; again();",
  ),
  "replaces every list's methods on a timer": turn(`setInterval(() => { ${emptied} }, 0).unref();`),
  "replaces every list's methods a little later": turn(`setTimeout(() => { ${emptied} }, 15);`),
  "replaces every list's methods much later": turn(
    `setInterval(() => { ${emptied} }, 40).unref(); setInterval(() => { ${emptied} }, 90).unref();`,
  ),
  "replaces every list's methods once all is said": turn(
    `setTimeout(() => { let n = 0; const again = () => { ${emptied} if (n++ < 5000) Promise.resolve().then(again); }; again(); }, 3);`,
  ),
  "defines built-ins anew on a timer": turn(
    "const { defineProperty } = Object; setInterval(() => { for (const [key, value] of [['some', () => false], ['filter', () => []], ['forEach', () => {}]]) try { defineProperty(Array.prototype, key, { value, configurable: true }); } catch {} }, 0).unref();",
  ),
  "gives every object a state on a timer": turn(
    "setInterval(() => { try { Object.prototype.state = 'pass'; Object.prototype.mode = 'skip'; Object.prototype.fails = true; } catch {} }, 0).unref();",
  ),
  "replaces the global lists on a timer": turn(
    "setInterval(() => { try { globalThis.Array = class extends Array { static isArray() { return false; } }; globalThis.Set = globalThis.Map = class {}; } catch {} }, 0).unref();",
  ),
  "replaces built-ins when it is closed": `export const rootAgent = { name: "x", start: () => ({ send: async () => "No.", close: async () => { ${emptied} } }), dispose: async () => { ${emptied} } };`,
  "replaces built-ins right after it was disposed of": `export const rootAgent = { name: "x", start: () => ({ send: async () => "No." }), dispose: async () => {
      const empty = () => { ${emptied} }; setImmediate(empty); for (const ms of [0, 2, 5, 10, 20, 40]) setTimeout(empty, ms); } };`,
  "replaces built-ins when it is collected": turn(
    `const seen = globalThis.seen ??= new FinalizationRegistry(() => { ${emptied} }); for (let i = 0; i < 1e5; i++) seen.register({}, i);`,
  ),
  "replaces what its runner is told by": turn(
    "setTimeout(() => { if (process.send) process.send = () => true; }, 1);",
  ),
  "replaces built-ins while others are measured": `let turns = 0; ${turn("if (turns++ > 0) { await pause(100); return 'No.'; } await pause(10); const { some } = Array.prototype; Array.prototype.some = () => false; Object.prototype.status = 'passed'; await pause(200); Array.prototype.some = some; delete Object.prototype.status;")}`,
  "ends its streams": turn("process.stdout.end(); process.stderr.end(); process.stdin.destroy();"),
  "goes where nothing can be written": turn('process.chdir("/proc");'),
  "rewrites set and config": `import fs from "node:fs";
    ${turn('for (const f of ["smoke.evalset.json", "smoke.test.json"]) fs.writeFileSync(f, fs.readFileSync(f, "utf8").replaceAll("It is dark in the kitchen.", "No.")); fs.writeFileSync("test_config.json", JSON.stringify({ criteria: { response_match_score: 0 } }));')}`,
  "replaces the database": `import { DatabaseSync, StatementSync } from "node:sqlite";
    ${turn("DatabaseSync.prototype.exec = () => {}; StatementSync.prototype.run = () => ({ changes: 1 }); StatementSync.prototype.all = () => []; StatementSync.prototype.get = () => undefined;")}`,
  "never leaves its microtasks": turn(
    "const again = () => Promise.resolve().then(again); await again();",
  ),
};

function turn(body: string): string {
  return `const pause = (ms) => new Promise((done) => setTimeout(done, ms));
    export const rootAgent = async () => { ${body}
      return "No."; };`;
}
