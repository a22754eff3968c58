import { type Dirent, existsSync, readFileSync, statSync } from "node:fs";
import { basename, dirname, extname, join, relative, resolve } from "node:path";
import { UserFacingError } from "../../core/errors.ts";
import { parseJsonText } from "../../core/json/json-text.ts";
import { isObject } from "../../core/schema/parse-context.ts";
import { nearest } from "../../core/text/nearest.ts";
import { shellWord } from "../../core/text/shell-word.ts";
import { folderEntries } from "./folder-entries.ts";

/** Where an agent's code is, and what it is called. */
export interface AgentFile {
  readonly path: string;
  readonly directory: string;
  readonly name: string;
}

const extensions = ["ts", "mts", "cts", "tsx", "js", "mjs", "cjs", "jsx", "json"];
const expected =
  "Give a folder with an agent.ts or agent.js that exports rootAgent, or that file itself.";

/** Finds the file that a target means: itself, or the one in a folder that holds the agent. */
export function findAgentFile(target: string, cwd: string): AgentFile {
  const path = resolve(cwd, target);
  if (!existsSync(path)) throw notFound(target, path);
  const kind = statSync(path);
  // a program that is named means the command that runs it
  const command = kind.isFile() ? commandThatRuns(path, dirname(path)) : undefined;
  if (command !== undefined) return namedByFile(target, command);
  if (extname(path) === ".py") throw isPython(target);
  if (kind.isFile()) return namedByFile(target, path);
  // a pipe or a device would be read without end
  if (!kind.isDirectory()) throw isNoAgent(target);
  const file = fileIn(path);
  if (file !== undefined) return { path: file, directory: path, name: basename(path) };
  if (existsSync(join(path, "agent.py")) || existsSync(join(path, "__init__.py"))) {
    throw isPython(target);
  }
  const others = agentsBelow(path, 2).map((each) => join(target, relative(path, each)));
  if (others.length > 0) throw hasOthers(target, others);
  throw new UserFacingError("agent/not-found", `${target} contains no agent.`, { hint: expected });
}

/** Folders with an agent of their own below one that has none, the nearest first. */
function agentsBelow(folder: string, depth: number): readonly string[] {
  if (depth === 0) return [];
  const folders = folderEntries(folder)
    .filter((entry) => entry.isDirectory() && !/^(?:\.|node_modules$)/.test(entry.name))
    .map((entry) => join(folder, entry.name))
    .sort();
  const found = folders.filter(hasAgentFile);
  return [
    ...found,
    ...folders
      .filter((each) => !found.includes(each))
      .flatMap((each) => agentsBelow(each, depth - 1)),
  ];
}

/** The folder itself, where it is an agent's, and those of agents below it. */
export function agentFolders(folder: string): readonly string[] {
  return [...(hasAgentFile(folder) ? [folder] : []), ...agentsBelow(folder, DEEPEST_AGENT)];
}

/** How many folders below one of agents an agent may lie. */
const DEEPEST_AGENT = 4;

/** Whether a folder is that of an agent, by the name of a file in it. */
export function hasAgentFile(folder: string): boolean {
  return extensions.some((end) => existsSync(join(folder, `agent.${end}`)));
}

function hasOthers(target: string, others: readonly string[]): UserFacingError {
  const shown = others.slice(0, 5).join(", ");
  const rest = others.length > 5 ? ` and ${others.length - 5} more` : "";
  const count = others.length === 1 ? "one agent" : `${others.length} agents`;
  const message = `${target} is a folder with ${count} in it: ${shown}${rest}.`;
  return new UserFacingError("agent/not-found", message, {
    hint: `One is evaluated at a time:  assay eval ${shellWord(others[0] ?? "")}`,
  });
}

function namedByFile(target: string, path: string): AgentFile {
  const extension = extname(path).slice(1);
  if (!extensions.includes(extension)) {
    throw isNoAgent(target);
  }
  const directory = dirname(path);
  const own = basename(path, extname(path));
  const isPlain = own === "agent" || own === "index";
  return { path, directory, name: isPlain ? basename(directory) : own };
}

function isNoAgent(target: string): UserFacingError {
  return new UserFacingError("agent/invalid", `${target} is no agent.`, { hint: expected });
}

function fileIn(directory: string): string | undefined {
  for (const name of ["agent", "index"]) {
    for (const extension of extensions) {
      if (name === "index" && extension === "json") continue;
      const path = join(directory, `${name}.${extension}`);
      if (existsSync(path)) return commandThatRuns(path, directory) ?? path;
    }
  }
  return mainOf(directory);
}

/** The `agent.json` beside a program, where its command is that very program: it reads lines and exports nothing. */
function commandThatRuns(program: string, directory: string): string | undefined {
  const path = join(directory, "agent.json");
  if (path === program || !existsSync(path)) return undefined;
  try {
    const { value } = parseJsonText(readFileSync(path, "utf8"), { file: path });
    if (!isObject(value) || !Array.isArray(value.command)) return undefined;
    const from = resolve(directory, typeof value.cwd === "string" ? value.cwd : ".");
    const runs = value.command.some(
      (word) => typeof word === "string" && resolve(from, word) === program,
    );
    return runs ? path : undefined;
  } catch {
    // what is wrong with it is reported to those who name it
    return undefined;
  }
}

function mainOf(directory: string): string | undefined {
  try {
    const { main } = JSON.parse(readFileSync(join(directory, "package.json"), "utf8"));
    const path = resolve(directory, String(main));
    return typeof main === "string" && existsSync(path) ? path : undefined;
  } catch {
    return undefined;
  }
}

function notFound(target: string, path: string): UserFacingError {
  if (/\.(?:evalset|test)\.json$/.test(target)) {
    return new UserFacingError("agent/not-found", `There is no agent at ${target}.`, {
      hint: `That is the name of an eval set, and the agent comes first:  assay eval AGENT ${target}`,
    });
  }
  const near = nearest(basename(path), namesBeside(path));
  const meant = near === undefined ? undefined : join(dirname(target), near);
  return new UserFacingError("agent/not-found", `There is no agent at ${target}.`, {
    hint: meant === undefined ? expected : `Did you mean ${meant}?`,
  });
}

function namesBeside(path: string): readonly string[] {
  return folderEntries(dirname(path))
    .filter(({ name }) => !name.startsWith(".") && name !== "node_modules")
    .filter((entry) => canLead(entry, dirname(path)))
    .map(({ name }) => name);
}

/** Advising a file that is no agent would only lead to the next error. */
function canLead(entry: Dirent, folder: string): boolean {
  if (!entry.isDirectory()) return extensions.includes(extname(entry.name).slice(1));
  const inside = join(folder, entry.name);
  return fileIn(inside) !== undefined || agentsBelow(inside, 2).length > 0;
}

function isPython(target: string): UserFacingError {
  return new UserFacingError("agent/invalid", `${target} is a Python agent.`, {
    hint:
      "Give a folder with an agent.ts or agent.js. A Python program can be evaluated as a command: " +
      'an agent.json with {"command": ["python3", "agent.py"]} that speaks JSON lines.',
  });
}
