// Node keeps compiled code for the next start, but only of functions that V8 compiles while it loads a file; all others it
// compiles anew in every process. V8 compiles a function at once where it stands in parentheses. So an eval of one case is
// rehearsed here, and what it calls is put in parentheses: most of what a start takes is then read from Node's cache.
import { execFileSync } from "node:child_process";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

/** Rewrites the built files in `folder`. Where the rehearsal does not go as it should, they stay as they are. */
export async function compileAtOnce(given, transform) {
  const folder = realpathSync(given);
  const stage = mkdtempSync(join(tmpdir(), "assay-build-"));
  const names = readdirSync(folder).filter((name) => name.endsWith(".js"));
  const sources = new Map(names.map((name) => [name, readFileSync(join(folder, name), "utf8")]));
  const changed = [];
  try {
    for (const [name, functions] of rehearse(folder, stage)) {
      const source = sources.get(name);
      // another build may be at work in the same folder
      if (readFileSync(join(folder, name), "utf8") !== source) throw new Error("changed meanwhile");
      const code = inParentheses(source, functions);
      await transform(code);
      changed.push(name);
      replace(join(folder, name), code);
    }
    rehearse(folder, stage);
  } catch {
    for (const name of changed) replace(join(folder, name), sources.get(name));
    process.stderr.write("The command works, but starts more slowly: its rehearsal failed.\n");
  } finally {
    rmSync(stage, { recursive: true, force: true });
  }
}

/** At once, since a command that runs meanwhile may be about to load it. */
function replace(file, text) {
  writeFileSync(`${file}.new`, text);
  renameSync(`${file}.new`, file);
}

const agent = `export function rootAgent(text, { turn }) {
  turn.call("1", "look_up", { text });
  turn.result("1", "look_up", { output: { found: true } });
  return "It is on its way.";
}`;
const evalCase = {
  eval_id: "parcel",
  conversation: [
    {
      invocation_id: "turn",
      user_content: { role: "user", parts: [{ text: "Where is it?" }] },
      final_response: { role: "model", parts: [{ text: "It is on its way." }] },
      intermediate_data: { tool_uses: [{ name: "look_up", args: { text: "Where is it?" } }] },
    },
  ],
  session_input: { app_name: "rehearsal", user_id: "user", state: {} },
};

/** Evaluates one case. By name of a file, the functions of the command and how often each was called. */
function rehearse(folder, stage) {
  const coverage = join(stage, "coverage");
  rmSync(coverage, { recursive: true, force: true });
  mkdirSync(coverage);
  writeFileSync(join(stage, "agent.mjs"), agent);
  const set = { eval_set_id: "rehearsal", eval_cases: [evalCase] };
  writeFileSync(join(stage, "one.evalset.json"), JSON.stringify(set));
  const main = pathToFileURL(join(folder, "main.js")).href;
  const code = `
    const end = process.reallyExit.bind(process);
    const { main } = await import(${JSON.stringify(main)});
    end(await main(["eval", "agent.mjs", "one.evalset.json"]));`;
  execFileSync(process.execPath, ["--input-type=module", "-e", code], {
    cwd: stage,
    env: { ...process.env, NODE_V8_COVERAGE: coverage },
    stdio: "ignore",
    timeout: 60_000,
  });
  const ours = pathToFileURL(`${folder}/`).href;
  const found = new Map();
  for (const name of readdirSync(coverage)) {
    const { result } = JSON.parse(readFileSync(join(coverage, name), "utf8"));
    for (const { url, functions } of result) {
      if (url.startsWith(ours)) found.set(relative(folder, fileURLToPath(url)), functions);
    }
  }
  if (found.size === 0) throw new Error("nothing was called");
  return found;
}

/**
 * The same code, each function that was called in parentheses. Declared ones become variables at the top, where
 * declarations are made too; methods have no place for parentheses.
 */
export function inParentheses(source, functions) {
  const places = placesIn(source, functions);
  const declared = [];
  let next = 0;
  function written(from, to) {
    let text = "";
    let at = from;
    while (next < places.length && places[next].start < to) {
      const { start, end, head } = places[next];
      next += 1;
      text += source.slice(at, start);
      const whole = written(start, end);
      if (head === undefined) text += `(${whole})`;
      else declared.push(`var ${head.name}=(${head.kind}${whole.slice(head.length)});`);
      at = end;
    }
    return text + source.slice(at, to);
  }
  const rest = written(0, source.length);
  return `${declared.join("")}\n${rest}`;
}

const declaration = /^((?:async )?function\*?) ?([\w$]+)(?=\()/;
/** What it takes may have parentheses of its own: `(seen=new Set(of()))=>`. */
const arrow = /^(?:async ?)?(?:\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)|[\w$]+)=>/;

/** Outermost first, without the file itself, which counts as a function too. */
function placesIn(source, functions) {
  const all = functions
    .map(({ ranges: [{ startOffset: start, endOffset: end, count }] }) => ({ start, end, count }))
    .filter(({ start, end }) => start > 0 || end < source.length)
    .sort((one, other) => one.start - other.start || other.end - one.end);
  const open = [];
  const places = [];
  for (const { start, end, count } of all) {
    while (open.length > 0 && open.at(-1) <= start) open.pop();
    const isOutermost = open.length === 0;
    open.push(end);
    const place = count === 0 ? undefined : placeOf(source, { start, end, isOutermost });
    if (place !== undefined) places.push(place);
  }
  return places;
}

/** Where parentheses may stand, and what becomes of the head of a declared function; undefined where they may not. */
function placeOf(source, { start, end, isOutermost }) {
  const text = source.slice(start, end);
  const [whole, kind, name] = declaration.exec(text) ?? [];
  if (name === undefined) return arrow.test(text) ? { start, end } : undefined;
  const beginsStatement = start === 0 || ";}\n".includes(source[start - 1]);
  if (!beginsStatement || !isOutermost) return undefined;
  return { start, end, head: { kind, name, length: whole.length } };
}
