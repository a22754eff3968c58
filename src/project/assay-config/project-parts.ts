import { isAgentFactory } from "../../agents/agent-factory.ts";
import type { Reporter } from "../../core/reporter.ts";
import type { TrialRule } from "../../core/run-info.ts";
import { optional, required } from "../../core/schema/object-field.ts";
import { object } from "../../core/schema/object-schema.ts";
import {
  isObject,
  makeSchema,
  type ParseContext,
  pathText,
  type Schema,
} from "../../core/schema/parse-context.ts";
import {
  anything,
  array,
  enumOf,
  integer,
  number,
  plain,
  record,
  string,
  withRead,
} from "../../core/schema/schema.ts";
import { gateParts } from "../config/gate-parts.ts";
import type {
  InlineAgent,
  ProjectAgentInput,
  ProjectInput,
  ProjectJudge,
  ProjectRetention,
  ProjectTimeouts,
} from "../define/define-project.ts";

type Texts = string | readonly string[];

/** One text, or several. */
const texts = makeSchema<Texts>({
  expected: "a string or an array of strings",
  read: (value, context) => (Array.isArray(value) ? array(string) : string).read(value, context),
  write: (value) => value,
  jsonSchema: () => ({ anyOf: [string.jsonSchema(), array(string).jsonSchema()] }),
});

/** An agent, and no description of one. Objects are read as descriptions unless something tells them apart. */
export function isInlineAgent(value: unknown): value is InlineAgent {
  if (typeof value === "function") return true;
  if (!isObject(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  const isPlain = prototype === Object.prototype || prototype === null;
  const isModule = Object.prototype.toString.call(value) === "[object Module]";
  const marks = ["command", "start", "generate"];
  return !isPlain || isModule || isAgentFactory(value) || marks.some((mark) => mark in value);
}

const inline = plain("an agent", isInlineAgent, {});

const agent = object<AgentFields>(
  {
    path: optional(string),
    agent: optional(inline),
    agentName: optional(string),
    evalSets: optional(texts),
  },
  { expected: "an agent", unknown: "refuse" },
);

interface AgentFields {
  readonly path?: string | undefined;
  readonly agent?: InlineAgent | undefined;
  readonly agentName?: string | undefined;
  readonly evalSets?: Texts | undefined;
}

/** Which agent, once. */
const described = withRead(agent, (value, context, inner) => {
  const before = context.problems.length;
  const read = inner.read(value, context);
  if (context.problems.length > before || (read.path === undefined) !== (read.agent === undefined))
    return read;
  const at = pathText(context.path);
  context.problem(
    read.path === undefined ? `${at} names no agent.` : `${at} has both a path and an agent.`,
    { hint: 'Write "path": the folder or file that exports it; in code also "agent": the agent.' },
  );
  return read;
});

type AnyAgent = string | InlineAgent | ProjectAgentInput;

const anyAgent = makeSchema<AnyAgent>({
  expected: "a path",
  read(value, context) {
    if (isInlineAgent(value)) return value;
    return isObject(value)
      ? (described.read(value, context) as ProjectAgentInput)
      : string.read(value, context);
  },
  write: (value) => value,
  jsonSchema: () => ({ anyOf: [string.jsonSchema(), inJson.jsonSchema()] }),
});

/** JSON has paths only. */
const inJson = object<Omit<AgentFields, "agent">>(
  { path: required(string), agentName: optional(string), evalSets: optional(texts) },
  { expected: "an agent", unknown: "refuse" },
);

const pathOrAgent = withRead(string as Schema<string | InlineAgent>, (value, context, inner) =>
  isInlineAgent(value) ? value : inner.read(value, context),
);

const byName = record(anyAgent);

const agents = makeSchema<NonNullable<ProjectInput["agents"]>>({
  expected: "a path, an array of paths, or paths by name",
  read(value, context) {
    if (Array.isArray(value)) return array(pathOrAgent).read(value, context);
    if (isInlineAgent(value) || !isObject(value)) return pathOrAgent.read(value, context);
    for (const name of Object.keys(value)) checkName(name, context);
    return byName.read(value, context);
  },
  write: (value) => value,
  jsonSchema: () => ({
    anyOf: [string.jsonSchema(), array(string).jsonSchema(), byName.jsonSchema()],
  }),
});

const reporter = withRead(string as Schema<string | Reporter>, (value, context, inner) =>
  isObject(value) ? value : inner.read(value, context),
);

/** It is typed on the command line, and becomes part of the names of reports. */
function checkName(name: string, context: ParseContext): void {
  if (/^\w[\w.-]*$/.test(name)) return;
  context.path.push(name);
  context.problem(`"${name}" is no name for an agent.`, {
    hint: "Use letters, digits, _, - and dots, beginning with a letter.",
    mark: "key",
  });
  context.path.pop();
}

function atLeast<T extends number>(schema: Schema<T>, holds: (value: T) => boolean, what: string) {
  return withRead(schema, (value, context, inner) => {
    const before = context.problems.length;
    const read = inner.read(value, context);
    if (context.problems.length === before && !holds(read)) {
      context.problem(`${pathText(context.path)} is ${read}; ${what} was expected.`);
    }
    return read;
  });
}

const count = atLeast(integer, (value) => value >= 1, "a whole number from 1");
const seconds = atLeast(number, (value) => value > 0, "a number of seconds");

const rules = ["pooled", "all", "any"] as const;
const rule = makeSchema<TrialRule>({
  expected: "pooled, all, any or a number of trials",
  read: (value, context) =>
    typeof value === "number" ? count.read(value, context) : enumOf(rules).read(value, context),
  write: (value) => value,
  jsonSchema: () => ({ anyOf: [enumOf(rules).jsonSchema(), count.jsonSchema()] }),
});

/** Read where they are used: most commands need neither metrics nor models. */
const criteria = plain(
  "an object",
  (value): value is NonNullable<ProjectInput["criteria"]> => isObject(value),
  { type: "object" },
);
const config = plain(
  "a path or a test config",
  (value): value is NonNullable<ProjectInput["config"]> =>
    typeof value === "string" || isObject(value),
  { type: ["string", "object"] },
);

const judge = object<ProjectJudge>(
  {
    model: optional(anything as Schema<NonNullable<ProjectJudge["model"]>>),
    baseUrl: optional(string),
    check: optional(enumOf(["on", "off", "auto"])),
  },
  { expected: 'an object such as { "model": "openai/gpt-5-mini" }', unknown: "refuse" },
);

const timeouts = object<ProjectTimeouts>(
  { turn: optional(seconds), case: optional(seconds), run: optional(seconds) },
  { expected: 'an object such as { "turn": 60 }', unknown: "refuse" },
);

const retention = object<ProjectRetention>(
  { sessions: optional(count), days: optional(count), spans: optional(count) },
  { expected: 'an object such as { "days": 30 }', unknown: "refuse" },
);

/** An `assay.config.json`, and as much of one in code as is no code. */
export const projectParts: Schema<ProjectInput> = object<ProjectInput>(
  {
    agents: optional(agents),
    evalSets: optional(texts),
    criteria: optional(criteria),
    config: optional(config),
    judge: optional(judge),
    store: optional(string),
    reporters: optional(array(reporter)),
    concurrency: optional(count),
    timeouts: optional(timeouts),
    trials: optional(count),
    require: optional(rule),
    ...gateParts,
    retention: optional(retention),
  },
  { expected: "a project config", unknown: "refuse" },
);
