import { existsSync, readdirSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { UserFacingError } from "../../core/errors.ts";
import { nearest } from "../../core/text/nearest.ts";
import { metricDefinition } from "../../project/metrics/plan-metrics.ts";
import { isRunFile } from "../../project/traces/is-trace-file.ts";
import { STDIN } from "../../project/traces/standard-input.ts";
import type { MatchBy } from "../../traces/matching/match-case.ts";
import { listOption, shareOption, textOption } from "../arguments/read-options.ts";
import type { CommandInput } from "../command.ts";

/** What a user asks of traces. A run keeps it, and a resume asks for the same. */
export interface TraceTask {
  readonly files: readonly string[];
  /** Instead of files: the sessions of a database, all but the golden one, which they are compared with. */
  readonly sessions?: { readonly store: string; readonly golden: string } | undefined;
  readonly format?: "jaeger-json" | "otlp-json" | undefined;
  readonly groupBy?: "auto" | "trace" | "conversation" | undefined;
  readonly matchBy?: MatchBy | undefined;
  readonly caseId?: string | undefined;
  readonly metrics: readonly string[];
  readonly threshold?: number | undefined;
  readonly matchType?: string | undefined;
}

const MATCH_TYPES = ["EXACT", "IN_ORDER", "ANY_ORDER"] as const;

/** The traces that arguments name: files, folders of them, and - for standard input. Undefined where a run is meant. */
export function traceTask(input: CommandInput): TraceTask | undefined {
  const paths = input.arguments.map((name) => (name === STDIN ? name : resolve(input.cwd, name)));
  const [first] = paths;
  const isThere = (path: string) => path === STDIN || existsSync(path);
  if (first === undefined || !paths.every(isThere)) return undefined;
  if (paths.length === 1 && first !== STDIN && isRunFile(first)) return undefined;
  return { files: paths.flatMap(filesIn), ...traceOptions(input) };
}

/** How traces are read, matched and measured, wherever they come from. */
export function traceOptions({ options }: Pick<CommandInput, "options">) {
  return {
    format: oneOf(options.format, "format", ["jaeger-json", "otlp-json"]),
    groupBy: oneOf(options.group_by, "group_by", ["auto", "trace", "conversation"]),
    matchBy: oneOf(options.match, "match", ["id", "text", "order"]),
    caseId: textOption(options, "case"),
    metrics: listOption(options, "metric"),
    threshold: thresholdOption(options),
    matchType: oneOf(options.trajectory_match_type, "trajectory_match_type", MATCH_TYPES),
  };
}

/** A share, unless a metric is named whose scores go further: a rating from 1 to 5, seconds, calls. */
function thresholdOption(options: CommandInput["options"]): number | undefined {
  const text = textOption(options, "threshold");
  const goesFurther = (name: string) => (metricDefinition(name)?.range.max ?? Infinity) > 1;
  const number = text === undefined || text.trim() === "" ? Number.NaN : Number(text);
  if (Number.isFinite(number) && number >= 0 && listOption(options, "metric").some(goesFurther)) {
    return number;
  }
  return shareOption(options, "threshold");
}

const TRACES = /\.(json|jsonl|ndjson|pb|binpb|otlp|gz)$/i;

function filesIn(path: string): readonly string[] {
  if (path === STDIN || !statSync(path).isDirectory()) return [path];
  const found = readdirSync(path)
    .filter((name) => TRACES.test(name))
    .map((name) => join(path, name))
    .filter(isFileOrBrokenLink)
    .sort();
  if (found.length > 0) return found;
  throw new UserFacingError("trace/empty", `The folder ${path} contains no trace files.`, {
    hint: "Files that end in .json, .jsonl, .ndjson, .pb, .binpb, .otlp or .gz are read; others can be named one by one.",
  });
}

/** A link to a file is one; what a link leads to and is not there is told when it is read, and not passed over. */
function isFileOrBrokenLink(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? true;
}

function oneOf<const Word extends string>(
  value: unknown,
  option: string,
  words: readonly Word[],
): Word | undefined {
  if (typeof value !== "string") return undefined;
  const found = words.find((word) => plainly(word) === plainly(value));
  if (found !== undefined) return found;
  const near = nearest(value, words);
  throw new UserFacingError("cli/usage", `--${option} is "${value}".`, {
    hint: near === undefined ? `One of ${words.join(", ")} was expected.` : `Did you mean ${near}?`,
  });
}

/** In any case, with dash, blank or underscore. */
function plainly(word: string): string {
  return word.trim().toLowerCase().replaceAll(/[- ]/g, "_");
}
