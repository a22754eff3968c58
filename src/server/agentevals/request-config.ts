import { isObject, ParseContext, shown } from "../../core/schema/parse-context.ts";
import { snakeCase } from "../../core/text/key-case.ts";
import type { EvalConfig } from "../../project/config/read-config.ts";
import { evaluatorCriteria } from "../../project/eval-config/evaluator-criteria.ts";
import { readEvaluators } from "../../project/eval-config/read-evaluators.ts";
import type { GroupBy } from "../../traces/conversations/group-traces.ts";
import type { TraceFormat } from "../../traces/formats/read-trace-text.ts";
import { RequestProblem } from "./reply.ts";

/** What a request asks to measure by. */
export interface RequestConfig {
  readonly config: EvalConfig;
  /** In the order they were asked for. */
  readonly metrics: readonly string[];
  readonly groupBy: GroupBy;
  readonly traceFormat?: TraceFormat | undefined;
}

const keys = [
  "evaluators",
  "group_by",
  "trace_format",
  // how many at once is ours to decide; they are understood, and change nothing
  "max_concurrent_traces",
  "max_concurrent_evals",
];

const usual = [{ name: "tool_trajectory_avg_score", type: "builtin" }];

/** Reads the config of a request: built-in metrics alone, since neither code nor a path nor an address is taken from one. */
export function requestConfig(value: unknown): RequestConfig {
  if (!isObject(value)) throw invalid(`it is ${shown(value)}; an object was expected.`);
  const unknown = Object.keys(value).find((key) => !keys.includes(snakeCase(key)));
  if (unknown !== undefined) {
    throw invalid(`it has no key "${unknown}". Known are ${keys.join(", ")}.`);
  }
  const field = (name: string) => {
    const key = Object.keys(value).find((each) => snakeCase(each) === name);
    return key === undefined ? undefined : value[key];
  };
  return {
    ...measuredBy(field("evaluators") ?? usual),
    groupBy: oneOf(field("group_by") ?? "auto", ["auto", "trace", "conversation"], "groupBy"),
    traceFormat: formatOf(field("trace_format")),
  };
}

/** What a list of evaluators asks for. */
export function measuredBy(evaluators: unknown): Pick<RequestConfig, "config" | "metrics"> {
  const context = new ParseContext();
  context.path.push("evaluators");
  const entries = readEvaluators(evaluators, context, { isTrusted: false });
  refuse(context.problems);
  const nowhere = { directory: "", cwd: "" };
  const { config, problems } = evaluatorCriteria(entries, nowhere);
  refuse(problems);
  return { config, metrics: entries.map(({ name }) => name) };
}

/** The format that a request names; undefined where the content decides. */
export function formatOf(value: unknown): TraceFormat | undefined {
  if (value === undefined || value === null || value === "") return undefined;
  return oneOf(value, ["jaeger-json", "otlp-json"], "trace_format");
}

export function oneOf<const Word extends string>(
  value: unknown,
  words: readonly Word[],
  name: string,
): Word {
  const found = words.find((word) => word === value);
  if (found !== undefined) return found;
  throw invalid(`${name} is ${shown(value)}; one of ${words.join(", ")} was expected.`);
}

function refuse(
  problems: readonly { readonly message: string; readonly hint?: string | undefined }[],
) {
  const [first] = problems;
  if (first !== undefined) throw invalid([first.message, first.hint].filter(Boolean).join(" "));
}

function invalid(why: string): RequestProblem {
  return new RequestProblem(400, `Invalid config: ${why}`);
}
