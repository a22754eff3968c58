import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { isUserFacingError, UserFacingError } from "../../core/errors.ts";
import type { JudgeCheckMode } from "../../core/judge-check.ts";
import type { RunStore } from "../../core/run-store.ts";
import { shortPath } from "../../files/short-path.ts";
import type { EvalConfig } from "../../project/config/read-config.ts";
import { isYaml, readConfigFile } from "../../project/config/read-config-file.ts";
import { findRun } from "../../project/history/finding/find-run.ts";
import type { TraceMetrics } from "../../project/traces/trace-config.ts";
import {
  judgeCheckOption,
  listOption,
  modelOptions,
  textOption,
} from "../arguments/read-options.ts";
import type { CommandInput } from "../command.ts";
import { runMeasures } from "./run-measures.ts";
import { type TraceTask, traceOptions, traceTask } from "./trace-task.ts";

/** What a user asks of `assay score`. A run keeps it, and a resume asks for the same. */
export interface ScoreTask {
  /** A file, by its path, or a run, by its id; "" for traces. */
  readonly saved: string;
  readonly traces?: TraceTask | undefined;
  /** What flags say a run is measured by. */
  readonly measures?: TraceMetrics | undefined;
  readonly configFilePath?: string | undefined;
  /** Files of newer references. */
  readonly evalSets: readonly string[];
  readonly judgeModel?: string | undefined;
  readonly baseUrl?: string | undefined;
  readonly maxCost?: number | undefined;
  readonly judgeCheck?: JudgeCheckMode | undefined;
}

/** What arguments and flags ask for. */
export async function scoreTask(input: CommandInput, store: RunStore): Promise<ScoreTask> {
  const { options, cwd } = input;
  const [named] = input.arguments;
  if (named === undefined) {
    throw new UserFacingError("cli/usage", "assay score needs a TRACE or a RUN.", {
      hint: "Trace files, a run's id, the beginning of one, or latest:  assay score latest",
    });
  }
  const traces = traceTask(input);
  return {
    saved: traces === undefined ? await savedRun(named, input, store) : "",
    traces,
    ...(traces === undefined ? { measures: runMeasures(input) } : {}),
    ...measuredBy(input),
    evalSets: listOption(options, "eval_set").map((file) => resolve(cwd, file)),
  };
}

/** What exists is a file; anything else is a run, whose name, branch or tag may look like a path. */
async function savedRun(named: string, { cwd }: CommandInput, store: RunStore): Promise<string> {
  const path = resolve(cwd, named);
  if (existsSync(path)) return path;
  try {
    return await findRun(store, named, { prefers: "eval", cwd });
  } catch (error) {
    const looksLikePath = /[/\\.]/.test(named);
    if (!looksLikePath || !isUserFacingError(error) || error.code !== "run/not-found") throw error;
    throw new UserFacingError(
      "file/unreadable",
      `There is no file ${named}, and no run of that name.`,
      {
        hint: "A trace, a file that assay runs export --format jsonl wrote, or the id of a run:  assay runs",
      },
    );
  }
}

/** The same of sessions that were received. */
export function sessionsTask(
  input: CommandInput,
  sessions: NonNullable<TraceTask["sessions"]>,
): ScoreTask {
  const traces = { ...traceOptions(input), files: [], sessions };
  return { saved: "", traces, ...measuredBy(input), evalSets: [] };
}

function measuredBy({ options, cwd }: CommandInput) {
  const config = textOption(options, "config_file_path");
  return {
    configFilePath: config === undefined ? undefined : resolve(cwd, config),
    ...modelOptions(options),
    judgeCheck: judgeCheckOption(options),
  };
}

/** An eval config in YAML says more than what to measure: the eval set, the format, the report. Flags win. */
export async function withEvalConfig(input: CommandInput): Promise<CommandInput> {
  const { options, cwd } = input;
  const path = textOption(options, "config_file_path");
  if (path === undefined || !isYaml(path)) return input;
  const { readEvalConfigFile } = await import("../../project/eval-config/eval-config-file.ts");
  const { evalSet, traceFormat, output } = await readEvalConfigFile(resolve(cwd, path), cwd);
  if (evalSet !== undefined && options.eval_set === undefined && !existsSync(evalSet)) {
    throw new UserFacingError(
      "eval-set/not-found",
      `There is no file ${shortPath(evalSet, cwd)}, which ${path} names as its eval_set.`,
      { hint: "Its path starts from the config's folder. Correct it, or give --eval-set FILE." },
    );
  }
  return {
    ...input,
    options: {
      ...(evalSet === undefined ? {} : { eval_set: [evalSet] }),
      ...(traceFormat === undefined ? {} : { format: traceFormat }),
      ...(output === undefined ? {} : { output }),
      ...options,
    },
  };
}

/** What a task is measured by; undefined for a run that is measured as it was. */
export async function configOf(
  { configFilePath: path, traces, measures = traces }: ScoreTask,
  { cwd, project }: CommandInput,
): Promise<EvalConfig | undefined> {
  const read = path === undefined ? undefined : await readConfigFile(path);
  const config = measures === undefined ? read : await configByFlags(read, measures, { path, cwd });
  if (config === undefined || project?.judge === undefined) return config;
  // a config that names no judge has the project's
  const { withJudge } = await import("../../project/assay-config/project-config.ts");
  return withJudge(config, project.judge);
}

async function configByFlags(
  config: EvalConfig | undefined,
  measures: TraceMetrics,
  place: { readonly path: string | undefined; readonly cwd: string },
): Promise<EvalConfig> {
  const { traceConfig } = await import("../../project/traces/trace-config.ts");
  return await traceConfig(config, measures, place);
}
