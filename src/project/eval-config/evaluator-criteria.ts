import { hashFile } from "../../agents/loading/input-files.ts";
import type { MetricDefinition } from "../../core/metric.ts";
import type { JsonPath, SchemaProblem } from "../../core/schema/parse-context.ts";
import { programMetric } from "../../metrics/custom/program-metric.ts";
import { type EvalConfig, examineConfig } from "../config/read-config.ts";
import { type CustomMetricPlan, metricDefinition } from "../metrics/plan-metrics.ts";
import {
  type BuiltInEntry,
  type EvaluatorEntry,
  type ProgramEntry,
  USUAL_THRESHOLD,
} from "./evaluator-entry.ts";
import { type ScriptCommand, scriptCommand } from "./script-command.ts";

interface Folders {
  /** The config's. */
  readonly directory: string;
  readonly cwd: string;
}

interface Criteria {
  readonly config: EvalConfig;
  /** With places in the list of evaluators. */
  readonly problems: readonly SchemaProblem[];
  readonly notes: readonly string[];
}

/** What a list of evaluators asks for, in the words of our own configs: it is read, planned and run as one of these. */
export function evaluatorCriteria(entries: readonly EvaluatorEntry[], folders: Folders): Criteria {
  const programs = entries.flatMap((entry) =>
    entry.type === "builtin" ? [] : [{ entry, script: scriptOf(entry, folders) }],
  );
  const criteria = entries.flatMap((entry): [string, unknown][] => {
    if (entry.type !== "builtin") return [[entry.name, { threshold: entry.threshold }]];
    // counts and times inform by themselves
    const informs = metricDefinition(entry.name)?.informational && entry.threshold === undefined;
    return informs ? [] : [[entry.name, criterionOf(entry)]];
  });
  const custom = programs.map(({ entry }) => [entry.name, { command: ["program"] }]);
  const urls = new Set(
    entries.flatMap((entry) => (entry.type === "builtin" ? (entry.judgeBaseUrl ?? []) : [])),
  );
  const [baseUrl, other] = urls;
  const examined = examineConfig({
    criteria: Object.fromEntries(criteria),
    ...(custom.length === 0 ? {} : { custom_metrics: Object.fromEntries(custom) }),
    ...(baseUrl === undefined ? {} : { base_url: baseUrl }),
  });
  const plans = programs.map(
    ({ entry, script }) => [entry.name, planOf(entry, script, folders)] as const,
  );
  return {
    config: { ...examined.config, customMetrics: new Map(), custom: new Map(plans) },
    problems: [
      ...entries.flatMap(entryProblems),
      ...(other === undefined ? [] : [twoAddresses(entries)]),
      ...examined.problems.map((problem) => inList(problem, entries)),
    ],
    notes: [
      ...programs.flatMap(({ script }) => script.notes),
      ...programs.flatMap(({ entry, script }) =>
        script.problem === undefined ? [] : [`The program of ${entry.name} ${script.problem}`],
      ),
      ...(criteria.length === 0
        ? ["No evaluator has a threshold, and counts and times decide nothing without one."]
        : examined.warnings.map(({ message }) => message)),
    ],
  };
}

const TRAJECTORY = "tool_trajectory_avg_score";

function criterionOf(entry: BuiltInEntry): object {
  const { name, threshold = USUAL_THRESHOLD, judgeModel, trajectoryMatchType, rubrics } = entry;
  const isJudged = metricDefinition(name)?.needs.includes("judge") === true;
  return {
    threshold,
    ...(name === TRAJECTORY && trajectoryMatchType !== undefined
      ? { match_type: trajectoryMatchType }
      : {}),
    ...(isJudged && judgeModel !== undefined ? { judge_model: judgeModel } : {}),
    ...(rubrics === undefined ? {} : { rubrics: rubrics.map(rubricOf) }),
  };
}

function rubricOf({ id, text }: { readonly id: string; readonly text: string }): object {
  return { rubric_id: id, rubric_content: { text_property: text } };
}

function scriptOf(entry: ProgramEntry, folders: Folders): ScriptCommand {
  if (entry.type === "code") return scriptCommand(entry.path, folders);
  return { command: entry.command, notes: [] };
}

/** A script runs where the command was typed, as agentevals has it; a command of ours in the config's folder. */
function planOf(entry: ProgramEntry, script: ScriptCommand, folders: Folders): CustomMetricPlan {
  const { name, timeout, config } = entry;
  const isScript = entry.type === "code";
  const definition = programMetric({
    name,
    command: script.command,
    directory: isScript ? folders.cwd : folders.directory,
    timeoutSeconds: timeout,
    config,
    problem: script.problem,
  });
  return {
    definition: definition as MetricDefinition,
    path: isScript ? entry.path : entry.command.join(" "),
    source: script.file === undefined ? undefined : hashFile(script.file),
    // the program itself ends by its own deadline, a little earlier
    timeoutSeconds: timeout + 10,
  };
}

/** What a metric has no use for. */
function entryProblems(entry: EvaluatorEntry, index: number): readonly SchemaProblem[] {
  if (entry.type !== "builtin") return [];
  const { name, rubrics, threshold } = entry;
  const at = (key: string, message: string, hint: string): SchemaProblem => ({
    path: ["evaluators", index, key],
    message,
    hint,
    mark: "key",
  });
  const problems: SchemaProblem[] = [];
  if (rubrics !== undefined && !name.startsWith("rubric_based_")) {
    const hint = "Rubrics are for rubric_based_final_response_quality_v1 and its kin.";
    problems.push(at("rubrics", `${name} takes no rubrics.`, hint));
  }
  const ids = (rubrics ?? []).map(({ id }) => id);
  const twin = ids.find((id, place) => ids.indexOf(id) < place);
  if (twin !== undefined) {
    problems.push(
      at("rubrics", `Two rubrics of ${name} are called "${twin}".`, "Name them apart."),
    );
  }
  const max = metricDefinition(name)?.range.max ?? Number.POSITIVE_INFINITY;
  if (typeof threshold === "number" && (threshold < 0 || threshold > max)) {
    const hint = `Its scores lie between ${metricDefinition(name)?.range.min ?? 0} and ${max}.`;
    problems.push(at("threshold", `The threshold ${threshold} of ${name} is none.`, hint));
  }
  return problems;
}

function twoAddresses(entries: readonly EvaluatorEntry[]): SchemaProblem {
  const index = entries.findLastIndex((entry) => entry.type === "builtin" && entry.judgeBaseUrl);
  return {
    path: ["evaluators", index, "judge_base_url"],
    message: "Two evaluators ask judges at different addresses.",
    hint: "Give one address, or score in two runs.",
    mark: "value",
  };
}

/** Where a criterion stands in the list, under the list's own names. */
function inList(problem: SchemaProblem, entries: readonly EvaluatorEntry[]): SchemaProblem {
  const [part, name, ...rest] = problem.path;
  const index = entries.findIndex((entry) => entry.name === name);
  if (part !== "criteria" || index < 0) return { ...problem, path: ["evaluators"] };
  const path: JsonPath =
    rest.length === 0
      ? ["name"]
      : rest.map((key) => (key === "match_type" ? "trajectory_match_type" : key));
  const mark = rest.length === 0 ? "value" : problem.mark;
  return { ...problem, path: ["evaluators", index, ...path], mark };
}
