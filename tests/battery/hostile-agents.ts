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
