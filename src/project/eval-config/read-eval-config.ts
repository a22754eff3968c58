import {
  isObject,
  ParseContext,
  type SchemaProblem,
  shown,
} from "../../core/schema/parse-context.ts";
import { snakeCase } from "../../core/text/key-case.ts";
import { nearest } from "../../core/text/nearest.ts";
import type { BuiltInEntry, EvaluatorEntry } from "./evaluator-entry.ts";
import { type ReadEvaluatorsOptions, readEvaluators } from "./read-evaluators.ts";

/** An eval config of agentevals, read and checked. Paths are as they were written. */
export interface AgentevalsConfig {
  readonly evaluators: readonly EvaluatorEntry[];
  readonly evalSet?: string | undefined;
  readonly traceFormat?: string | undefined;
  readonly output?: string | undefined;
}

const texts = ["eval_set", "trace_format", "output_format", "output"] as const;
/** Said once for all built-in metrics, as agentevals had it before 0.11. */
const defaults = ["judge_model", "threshold", "trajectory_match_type"] as const;
const known = ["evaluators", ...texts, ...defaults];

/** Keys that people know from elsewhere, and what to write instead. */
const elsewhere: Readonly<Record<string, string>> = {
  metrics: "Write them under evaluators, each as {name: …, type: builtin}.",
  custom_evaluators: "Write them under evaluators, each with type: code and a path.",
  group_by: "Say it with the flag --group-by.",
  trace_files: "Name the files on the command line.",
};

/** Reads an eval config that was parsed already, with what is wrong in it. */
export function examineEvalConfig(
  value: unknown,
  options: ReadEvaluatorsOptions,
): { readonly config: AgentevalsConfig; readonly problems: readonly SchemaProblem[] } {
  const context = new ParseContext();
  const config = readWhole(value, context, options);
  return { config, problems: context.problems };
}

function readWhole(
  value: unknown,
  context: ParseContext,
  options: ReadEvaluatorsOptions,
): AgentevalsConfig {
  if (!isObject(value)) {
    context.problem(`The eval config is ${shown(value)}; keys with values were expected.`, {
      hint: "It begins with  evaluators:",
    });
    return { evaluators: [] };
  }
  for (const key of Object.keys(value)) refuseUnknown(key, context);
  context.path.push("evaluators");
  const evaluators = readEvaluators(value.evaluators, context, options);
  context.path.pop();
  const text = (key: (typeof texts)[number]) => textOf(value[key], key, context);
  return {
    evaluators: withDefaults(evaluators, value),
    evalSet: text("eval_set"),
    traceFormat: text("trace_format"),
    output: text("output_format") ?? text("output"),
  };
}

function refuseUnknown(key: string, context: ParseContext): void {
  if (known.includes(key)) return;
  const near = nearest(key, known);
  const advice = Object.hasOwn(elsewhere, snakeCase(key)) ? elsewhere[snakeCase(key)] : undefined;
  context.path.push(key);
  context.problem(`An eval config has no key "${key}".`, {
    hint:
      advice ?? (near === undefined ? `Known are ${known.join(", ")}.` : `Did you mean "${near}"?`),
    mark: "key",
  });
  context.path.pop();
}

function textOf(value: unknown, key: string, context: ParseContext): string | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value === "string" && value !== "") return value;
  context.path.push(key);
  context.problem(`${key} is ${shown(value)}; a text was expected.`, { hint: "Put it in quotes." });
  context.path.pop();
  return undefined;
}

/** What is said for all goes to every built-in entry that does not say it itself; its reading checks it there. */
function withDefaults(
  entries: readonly EvaluatorEntry[],
  value: Readonly<Record<string, unknown>>,
): readonly EvaluatorEntry[] {
  const given = {
    judgeModel: value.judge_model,
    threshold: value.threshold,
    trajectoryMatchType: value.trajectory_match_type,
  } as Partial<BuiltInEntry>;
  return entries.map((entry) =>
    entry.type === "builtin"
      ? {
          ...entry,
          judgeModel: entry.judgeModel ?? given.judgeModel ?? undefined,
          threshold: entry.threshold ?? given.threshold ?? undefined,
          trajectoryMatchType: entry.trajectoryMatchType ?? given.trajectoryMatchType ?? undefined,
        }
      : entry,
  );
}
