import { existsSync, readFileSync, statSync } from "node:fs";
import { basename, dirname, relative, resolve } from "node:path";
import { errorFromProblems, UserFacingError } from "../../core/errors.ts";
import { locateProblems } from "../../core/json/json-place.ts";
import { parseJsonText } from "../../core/json/json-text.ts";
import { optional, required } from "../../core/schema/object-field.ts";
import { object } from "../../core/schema/object-schema.ts";
import { isObject, ParseContext, pathText } from "../../core/schema/parse-context.ts";
import { anything, array, boolean, record, string, withRead } from "../../core/schema/schema.ts";
import type { CommandTarget } from "../command-agent.ts";
import { isProgram } from "./program-on-path.ts";

const words = withRead(array(string), (value, context, inner) => {
  const where = pathText(context.path);
  if (typeof value === "string") {
    const split = JSON.stringify(value.trim().split(/\s+/)).replaceAll(",", ", ");
    context.problem(`${where} is a string; an array of words was expected.`, {
      hint: `Write "command": ${split}. No shell reads it.`,
    });
    return [];
  }
  if (Array.isArray(value) && value.length === 0) {
    context.problem(`${where} is empty.`, { hint: 'Write, for example, ["python3", "agent.py"].' });
  }
  return inner.read(value, context);
});

const shape = object<CommandTarget & { readonly $schema?: unknown }>(
  {
    command: required(words),
    name: optional(string),
    cwd: optional(string),
    env: optional(record(string)),
    resumes: optional(boolean),
    asks: optional(boolean),
    $schema: optional(anything),
  },
  { expected: "an agent.json", unknown: "refuse" },
);

/** The command in an `agent.json`. Throws one error that lists every mistake in it. */
export function readAgentJson(path: string): CommandTarget {
  const source = readFileSync(path, "utf8");
  const { value } = parseJsonText(source, { file: path, code: "agent/invalid" });
  const other = otherKind(value);
  if (other !== undefined) throw isNoAgent(path, other);
  const found = new ParseContext();
  // what is no object at all reads as nothing, and is reported below
  const { $schema, ...target } = shape.read(value, found) ?? {};
  if (found.problems.length > 0) {
    throw errorFromProblems("agent/invalid", locateProblems(source, found.problems, path));
  }
  checkProgram(target, path);
  return target;
}

/** What else of ours a JSON file may be, for those who swapped two arguments. */
function otherKind(value: unknown): "an eval set" | "a config" | undefined {
  const rows = Array.isArray(value) ? value[0] : undefined;
  if (isObject(rows) && ("query" in rows || "data" in rows)) return "an eval set";
  if (!isObject(value)) return undefined;
  if ("eval_cases" in value || "evalCases" in value || "eval_set_id" in value) return "an eval set";
  return "criteria" in value ? "a config" : undefined;
}

function isNoAgent(path: string, kind: "an eval set" | "a config"): UserFacingError {
  const near = relative(process.cwd(), path);
  const file = near.startsWith("..") ? path : near;
  return new UserFacingError("agent/invalid", `${basename(path)} is ${kind}, and no agent.`, {
    hint:
      kind === "an eval set"
        ? `The agent comes first:  assay eval AGENT ${file}`
        : `A config has its own flag:  assay eval AGENT --config_file_path ${file}`,
  });
}

/** A program that is not there would fail every case in the same way. */
function checkProgram({ command, cwd = ".", env }: CommandTarget, path: string): void {
  const directory = resolve(dirname(path), cwd);
  if (!isDirectory(directory)) {
    throw new UserFacingError("agent/invalid", `There is no folder ${cwd} to run the agent in.`, {
      place: { file: path },
      hint: '"cwd" is relative to the folder of agent.json. No agent was called.',
    });
  }
  const [program = ""] = command;
  if (isProgram(program, { directory, path: env?.PATH })) return;
  throw new UserFacingError("agent/invalid", `There is no program "${program}".`, {
    place: { file: path },
    hint: "Its command begins with it. Check the name, or give the program's path. No agent was called.",
  });
}

function isDirectory(path: string): boolean {
  return existsSync(path) && statSync(path).isDirectory();
}
