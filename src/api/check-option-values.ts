import { UserFacingError } from "../core/errors.ts";
import { isObject, shown } from "../core/schema/parse-context.ts";

interface OptionKind {
  /** As the end of a sentence: what "was expected". */
  readonly expected: string;
  readonly example: string;
  accepts(value: unknown): boolean;
}

/**
 * What a program gave for its options, for those that no compiler checks. A value of the wrong kind must not count as
 * something else: a text of a ceiling would limit nothing, "no" would be a yes, and an empty choice of cases would be all.
 * Options that are checked where they are read are not among these.
 */
export function checkOptionValues(options: object): void {
  for (const [name, { expected, example, accepts }] of Object.entries(kinds)) {
    const value: unknown = options[name as keyof typeof options];
    if (value === undefined || accepts(value)) continue;
    throw new UserFacingError(
      "cli/usage",
      `${name} is ${shown(value)}; ${expected} was expected.`,
      { hint: `Write, for example, ${name}: ${example}.` },
    );
  }
}

export const checkedOptions = (): readonly string[] => Object.keys(kinds);

const isText = (value: unknown) => typeof value === "string" && value !== "";
const isBoolean = (value: unknown) => typeof value === "boolean";
const isTexts = (value: unknown) =>
  Array.isArray(value) && value.length > 0 && value.every((each) => isText(each));

const kinds: Readonly<Record<string, OptionKind>> = {
  agentName: { expected: "a name", example: '"refunds"', accepts: isText },
  agentModel: { expected: "a model's name", example: '"gemini-2.5-pro"', accepts: isText },
  name: { expected: "a name", example: '"baseline"', accepts: isText },
  cases: { expected: "an array of case ids", example: '["refund_an_order"]', accepts: isTexts },
  tags: { expected: "an array of tags", example: '["critical"]', accepts: isTexts },
  quarantined: { expected: "true or false", example: "true", accepts: isBoolean },
  initialSession: {
    expected: "a file or a session",
    example: "{ state: { tier: 1 } }",
    accepts: (value) => isText(value) || isObject(value),
  },
  failFast: { expected: "true or false", example: "true", accepts: isBoolean },
  judgeModel: {
    expected: "the name of a model, an AI SDK model or a function",
    example: '"openai/gpt-5-mini"',
    accepts: (value) => isText(value) || isObject(value) || typeof value === "function",
  },
  baseUrl: { expected: "an address", example: '"http://127.0.0.1:8080/v1"', accepts: isText },
  maxCost: {
    expected: "a number of US dollars",
    example: "0.5",
    accepts: (value) => typeof value === "number" && value >= 0,
  },
  decide: { expected: "true or false", example: "true", accepts: isBoolean },
  budget: {
    expected: "a number of US dollars",
    example: "5",
    accepts: (value) => typeof value === "number" && value > 0,
  },
  seed: { expected: "a whole number", example: "7", accepts: Number.isSafeInteger },
  store: {
    expected: 'a file, "memory" or a store',
    example: '".assay/assay.db"',
    accepts: (value) => isText(value) || isStore(value),
  },
  adkResults: {
    expected: "auto, always or never",
    example: '"always"',
    accepts: (value) => ["auto", "always", "never"].some((each) => each === value),
  },
  cwd: { expected: "a folder", example: "import.meta.dirname", accepts: isText },
  signal: {
    expected: "an AbortSignal",
    example: "AbortSignal.timeout(60_000)",
    accepts: (value) =>
      isObject(value) && "aborted" in value && typeof value.addEventListener === "function",
  },
  gates: {
    expected: "a condition or an array of them",
    example: '["pass-rate > 0.9"]',
    accepts: (value) => isText(value) || (Array.isArray(value) && value.every(isText)),
  },
  gateBy: {
    expected: "bound or point",
    example: '"point"',
    accepts: (value) => value === "bound" || value === "point",
  },
  baseline: {
    expected: "a run, or the id, name, commit or branch of one",
    example: '"main"',
    accepts: (value) =>
      isText(value) || (isObject(value) && isObject(value.about) && Array.isArray(value.trials)),
  },
  resume: {
    expected: "true, false or the id of a run",
    example: "true",
    accepts: (value) => isBoolean(value) || isText(value),
  },
};

const storeMethods = ["append", "flush", "list", "runEvents", "caseEvents", "endedCases", "lock"];

function isStore(value: unknown): boolean {
  return isObject(value) && storeMethods.every((name) => typeof value[name] === "function");
}

/** Words for one thing, ours and those of other tools: whoever writes one finds the one that counts here. */
const sameThing: readonly (readonly string[])[] = [
  ["trials", "numRuns", "runs", "repeats", "epochs"],
  ["evalSet", "evalSets", "evalDatasetFilePathOrDir", "dataset"],
  ["config", "evalConfig", "customMetrics", "userSimulatorConfig", "environmentSimulation"],
  ["judgeModel", "judge"],
  ["agent", "agentModule"],
  ["timeouts", "timeout"],
  ["initialSession", "initialSessionFile"],
];

/** The option of `all` that another tool calls `key`. */
export function otherWord(key: string, all: readonly string[]): string | undefined {
  return sameThing.find((words) => words.includes(key))?.find((word) => all.includes(word));
}
