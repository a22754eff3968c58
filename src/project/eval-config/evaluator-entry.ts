import { optional, required, withDefault } from "../../core/schema/object-field.ts";
import { object } from "../../core/schema/object-schema.ts";
import { isObject, pathText, refuse, type Schema } from "../../core/schema/parse-context.ts";
import { array, freeObject, number, string, withRead } from "../../core/schema/schema.ts";
import { seconds } from "../../core/schema/seconds-schema.ts";

/** One entry under `evaluators`: what agentevals calls an evaluator is a metric with its criterion here. */
export type EvaluatorEntry = BuiltInEntry | ProgramEntry;

export interface BuiltInEntry {
  readonly type: "builtin";
  readonly name: string;
  readonly threshold?: number | undefined;
  readonly judgeModel?: string | undefined;
  readonly trajectoryMatchType?: string | undefined;
  readonly rubrics?: readonly NamedRubric[] | undefined;
  readonly judgeBaseUrl?: string | undefined;
  readonly credentialRef?: string | undefined;
}

interface NamedRubric {
  readonly id: string;
  readonly text: string;
}

/** Code that is run as a program: a script by its path, or any command. */
export type ProgramEntry = CodeEntry | CommandEntry;

interface Program {
  readonly name: string;
  readonly threshold: number;
  /** Seconds for one conversation. */
  readonly timeout: number;
  /** Handed to the program as it is. */
  readonly config: Readonly<Record<string, unknown>>;
}

export interface CodeEntry extends Program {
  readonly type: "code";
  readonly path: string;
  readonly executor: string;
}

interface CommandEntry extends Program {
  readonly type: "program";
  readonly command: readonly string[];
}

export const USUAL_THRESHOLD = 0.5;

/** Every score reaches a threshold below 0, and none one above 1. */
const share = withRead(number, (value, context, inner) => {
  const threshold = inner.read(value, context);
  if (typeof threshold === "number" && (threshold < 0 || threshold > 1)) {
    context.problem(`${pathText(context.path)} is ${threshold}; 0 to 1 was expected.`, {
      hint: "Scores of programs lie between 0 and 1.",
    });
  }
  return threshold;
});

const program = {
  name: required(string),
  threshold: withDefault(share, USUAL_THRESHOLD),
  timeout: withDefault(seconds, 30),
  config: withDefault(freeObject, {}),
};

const EXTENSIONS = /\.(py|js|ts|mjs|mts|cjs|cts)$/i;

const scriptPath = withRead(string, (value, context, inner) => {
  const path = inner.read(value, context);
  if (typeof path === "string" && !EXTENSIONS.test(path)) {
    context.problem(`${pathText(context.path)} is "${path}", whose ending says no language.`, {
      hint: "Scripts end in .py, .js or .ts; for any other program write type: program and its command.",
    });
  }
  return path;
});

/** There is one way to run them. */
const executor = withRead(string, (value, context, inner) => {
  const name = inner.read(value, context);
  if (typeof name === "string" && name !== "local") {
    context.problem(`There is no executor "${name}".`, {
      hint: "Leave it out: scripts are run on this machine.",
    });
  }
  return name;
});

export const codeEntry: Schema<CodeEntry> = object<CodeEntry>(
  {
    ...program,
    type: required(string as Schema<"code">),
    path: required(scriptPath),
    executor: withDefault(executor, "local"),
  },
  { expected: "an evaluator", unknown: "refuse" },
);

export const commandEntry: Schema<CommandEntry> = object<CommandEntry>(
  {
    ...program,
    type: required(string as Schema<"program">),
    command: required(array(string)),
  },
  { expected: "an evaluator", unknown: "refuse" },
);

const wholeRubric = object<NamedRubric>(
  { id: required(string), text: required(string) },
  { expected: "a rubric", unknown: "refuse" },
);

/** A sentence is a rubric, too; its place in the list is its name. */
const namedRubric: Schema<NamedRubric> = withRead(wholeRubric, (value, context, inner) => {
  if (typeof value !== "string" && !isObject(value)) {
    return refuse(context, "a sentence, or {id, text}", value) as never;
  }
  const rubric =
    typeof value === "string"
      ? { id: `rubric_${context.path.at(-1)}`, text: value }
      : inner.read(value, context);
  if ([rubric.id, rubric.text].some((text) => typeof text === "string" && text.trim() === "")) {
    context.problem(`${pathText(context.path)} is blank.`, { hint: "Write a sentence to judge." });
  }
  return rubric;
});

export const builtInEntry: Schema<BuiltInEntry> = object<BuiltInEntry>(
  {
    name: required(string),
    type: required(string as Schema<"builtin">),
    threshold: optional(number),
    judgeModel: optional(string),
    trajectoryMatchType: optional(string),
    rubrics: optional(array(namedRubric)),
    judgeBaseUrl: optional(string),
    credentialRef: optional(string),
  },
  { expected: "an evaluator", unknown: "refuse" },
);
