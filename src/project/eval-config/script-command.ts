import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { isProgram } from "../../agents/loading/program-on-path.ts";

/** How a script is started, and what is to be said about it. */
export interface ScriptCommand {
  readonly command: readonly string[];
  /** Undefined where there is none. */
  readonly file?: string | undefined;
  /** What is missing, as the end of a sentence about the program. */
  readonly problem?: string | undefined;
  readonly notes: readonly string[];
}

interface Folders {
  /** The config's. */
  readonly directory: string;
  readonly cwd: string;
}

/** Finds a script from the config's folder, else from where the command runs, as agentevals does; and who runs its language. */
export function scriptCommand(path: string, { directory, cwd }: Folders): ScriptCommand {
  const file = [directory, cwd].map((from) => resolve(from, path)).find((each) => existsSync(each));
  const isPython = /\.py$/i.test(path);
  const runner = isPython ? pythonCommand(cwd) : nodeCommand(path);
  const command = [...(runner ?? ["python3"]), file ?? path];
  if (file === undefined) {
    return { command, problem: `cannot be started: there is no file ${path}.`, notes: [] };
  }
  if (runner === undefined) {
    return { command, file, problem: "cannot be started: there is no python3.", notes: [] };
  }
  const isBeside = file === resolve(directory, path);
  return {
    command,
    file,
    notes: [
      ...(isBeside ? [] : [`${path} is not beside the config; the one in this folder is used.`]),
      ...(hasRequirements(file) ? [requirementsNote(path)] : []),
    ],
  };
}

function hasRequirements(file: string): boolean {
  return /\.py$/i.test(file) && existsSync(join(dirname(file), "requirements.txt"));
}

function requirementsNote(path: string): string {
  return `The requirements.txt of ${path} is not installed for it: run this in an environment that has them.`;
}

function pythonCommand(directory: string): readonly string[] | undefined {
  const program = ["python3", "python"].find((each) => isProgram(each, { directory }));
  return program === undefined ? undefined : [program];
}

/** The Node that runs us; before 22.18 it has to be asked to read TypeScript. */
function nodeCommand(path: string): readonly string[] {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  const isAsked = /\.[cm]?ts$/i.test(path) && major === 22 && minor < 18;
  const flags = ["--experimental-strip-types", "--disable-warning=ExperimentalWarning"];
  return [process.execPath, ...(isAsked ? flags : [])];
}
