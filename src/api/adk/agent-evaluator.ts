import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { UserFacingError } from "../../core/errors.ts";
import type { EvalSet } from "../../core/eval-set.ts";
import { deepFreeze } from "../../core/json/deep-freeze.ts";
import { migrateFile } from "../../eval-sets/legacy/migrate-file.ts";
import { isThere } from "../../project/config/config-file-for.ts";
import { oldRowCriteria } from "../../project/config/old-row-criteria.ts";
import { type EvalConfig, readConfig } from "../../project/config/read-config.ts";
import { readConfigFile } from "../../project/config/read-config-file.ts";
import type { Criteria } from "../../project/define/criteria.ts";
import type { EvalSetInput } from "../../project/eval-sets/resolve-eval-sets.ts";
import { secretsOf } from "../../project/history/agent-of-run.ts";
import type { RunRequest } from "../../project/plan/eval-request.ts";
import { resumeFromEnvironment } from "../../project/resume/resume-option.ts";
import type { AgentInput } from "../evaluate.ts";
import { failedRunError } from "../failed-run-error.ts";
import { guardFloatingPromise } from "../guard-floating-promise.ts";
import { type ConfigChoice, resolveConfig } from "../resolve-config.ts";
import { runEvaluation } from "../run-evaluation.ts";
import {
  checkOptions,
  checkTimeouts,
  countOption,
  cwdOf,
  type RunOptions,
  resolveRequest,
} from "../run-options.ts";
import { conversationsOf, type RunResult } from "../run-result.ts";
import { moduleTarget, testFiles } from "./adk-test-names.ts";
import { appendResultsCsv, makeResultsFolder } from "./append-results-csv.ts";
import { printingReporter } from "./printing-reporter.ts";

interface SharedOptions
  extends Pick<
    RunOptions,
    | "store"
    | "cwd"
    | "signal"
    | "concurrency"
    | "timeouts"
    | "reporters"
    | "resume"
    | "judgeModel"
    | "baseUrl"
    | "maxCost"
    | "judgeCheck"
    | "seed"
  > {
  /** A folder, a file, a module by its dotted name, or the agent itself. */
  readonly agentModule: AgentInput;
  /** How often each conversation is run; 2 unless given, as in ADK. */
  readonly numRuns?: number | undefined;
  readonly agentName?: string | undefined;
  /** Prints a report of the run also when it passes. A failure says everything in its message. */
  readonly printDetailedResults?: boolean | undefined;
  /** A CSV file that a row is added to for each turn and metric. */
  readonly outputFile?: string | undefined;
}

export interface AgentEvaluatorOptions extends SharedOptions {
  /** A file, or a folder whose `*.test.json` files are all evaluated. */
  readonly evalDatasetFilePathOrDir: string;
  readonly initialSessionFile?: string | undefined;
}

export interface EvaluateEvalSetOptions extends SharedOptions {
  readonly evalSet: EvalSetInput;
  readonly criteria?: Criteria | undefined;
  readonly evalConfig?: ConfigChoice["config"] | undefined;
}

interface MigrateOptions {
  readonly oldEvalDataFile: string;
  readonly newEvalDataFile: string;
  readonly initialSessionFile?: string | undefined;
}

/** ADK's way to evaluate within tests: resolves when every case passed, and rejects with one line a failure. */
export const AgentEvaluator = deepFreeze({
  evaluate,
  evaluateEvalSet,
  migrateEvalDataToNewSchema,
  findConfigForTestFile,
});

/** Each file is a run of its own, scored by the `test_config.json` beside it; the first that fails ends it. */
function evaluate(options: AgentEvaluatorOptions): Promise<readonly RunResult[]>;
function evaluate(
  agentModule: AgentInput,
  evalDatasetFilePathOrDir: string,
  numRuns?: number,
  agentName?: string,
  initialSessionFile?: string,
): Promise<readonly RunResult[]>;
function evaluate(...given: unknown[]): Promise<readonly RunResult[]> {
  return guardFloatingPromise("AgentEvaluator.evaluate(…)", async () => {
    const options = evaluateOptions(given);
    const cwd = cwdOf(options);
    const results: RunResult[] = [];
    for (const file of await testFiles(options.evalDatasetFilePathOrDir, cwd)) {
      const { initialSessionFile: initialSession } = options;
      const own = { ...judging(options), initialSession };
      const request = await resolveRequest(options.agentModule, file, own);
      results.push(await runOne({ ...request, ...configBeside(file) }, options, file));
    }
    return results;
  });
}

function evaluateOptions(given: readonly unknown[]): AgentEvaluatorOptions {
  if (given.length <= 1) {
    const options = onlyOptions(given, "evaluate", "evalDatasetFilePathOrDir");
    checkOptions("AgentEvaluator.evaluate", options, [
      ...shared,
      "evalDatasetFilePathOrDir",
      "initialSessionFile",
    ]);
    return options as AgentEvaluatorOptions;
  }
  const [agentModule, evalDatasetFilePathOrDir, numRuns, agentName, initialSessionFile] = given;
  return {
    agentModule,
    evalDatasetFilePathOrDir,
    numRuns,
    agentName,
    initialSessionFile,
  } as AgentEvaluatorOptions;
}

/** Who judges and plays, where, and for how much; what is measured by is settled elsewhere. */
function judging(options: SharedOptions) {
  const { judgeModel, baseUrl, maxCost, judgeCheck, seed } = options;
  return { judgeModel, baseUrl, maxCost, judgeCheck, seed };
}

/** What stands alone must be the options; an agent alone has nothing to be evaluated on. */
function onlyOptions([first]: readonly unknown[], call: string, missing: string): object {
  if (typeof first === "object" && first !== null && !(first instanceof URL)) return first;
  throw new UserFacingError("cli/usage", `AgentEvaluator.${call} was given no ${missing}.`, {
    hint: `Write ${call}({ agentModule, ${missing}, … }), or ${call}(agentModule, ${missing}, …).`,
  });
}

const shared: readonly (keyof SharedOptions)[] = [
  "agentModule",
  "numRuns",
  "agentName",
  "printDetailedResults",
  "outputFile",
  "store",
  "cwd",
  "signal",
  "concurrency",
  "timeouts",
  "reporters",
  "resume",
  "judgeModel",
  "baseUrl",
  "maxCost",
  "judgeCheck",
  "seed",
];

/** Evaluates a set at hand by criteria at hand. */
function evaluateEvalSet(options: EvaluateEvalSetOptions): Promise<RunResult>;
function evaluateEvalSet(
  agentModule: AgentInput,
  evalSet: EvalSetInput,
  criteria?: Criteria,
  evalConfig?: ConfigChoice["config"],
  numRuns?: number,
  agentName?: string,
  printDetailedResults?: boolean,
): Promise<RunResult>;
function evaluateEvalSet(...given: unknown[]): Promise<RunResult> {
  return guardFloatingPromise("AgentEvaluator.evaluateEvalSet(…)", async () => {
    const options = evalSetOptions(given);
    const { criteria, evalConfig, evalSet } = options;
    const choice = criteria === undefined ? { config: evalConfig } : { criteria };
    const config = await resolveConfig(choice, cwdOf(options));
    if (config === undefined) {
      throw new UserFacingError("config/invalid", "evaluateEvalSet was given no criteria.", {
        hint: "Give criteria, such as { response_match_score: 0.8 }, as an option or in the third place; or evalConfig.",
      });
    }
    const request = await resolveRequest(options.agentModule, evalSet, judging(options));
    return runOne({ ...request, config }, options, nameOf(evalSet));
  });
}

function evalSetOptions(given: readonly unknown[]): EvaluateEvalSetOptions {
  if (given.length <= 1) {
    const options = onlyOptions(given, "evaluateEvalSet", "evalSet");
    const all = [...shared, "evalSet", "evalConfig", "criteria"];
    checkOptions("AgentEvaluator.evaluateEvalSet", options, all);
    return options as EvaluateEvalSetOptions;
  }
  const [agentModule, evalSet, criteria, evalConfig, numRuns, agentName, printDetailedResults] =
    given.map((each) => each ?? undefined);
  return {
    agentModule,
    evalSet,
    criteria,
    evalConfig,
    numRuns,
    agentName,
    printDetailedResults,
  } as EvaluateEvalSetOptions;
}

function nameOf(evalSet: EvalSetInput): string {
  if (typeof evalSet === "string" || evalSet instanceof URL) return String(evalSet);
  const { evalSetId, eval_set_id: spelt } = evalSet as Partial<EvalSet> & { eval_set_id?: unknown };
  return String(evalSetId ?? spelt ?? "the eval set");
}

async function runOne(
  request: RunRequest,
  options: SharedOptions,
  evalSet: string,
): Promise<RunResult> {
  const cwd = cwdOf(options);
  const trials = countOption("numRuns", options.numRuns ?? 2);
  const agent = moduleTarget(options.agentModule, cwd);
  const { agentName, timeouts, concurrency = request.concurrency } = options;
  const asked = {
    ...request,
    agent,
    agentName,
    trials,
    // ADK's evaluator looks at the turns alone, also of a single run
    require: "mean" as const,
    concurrency,
    timeouts: { ...request.timeouts, ...checkTimeouts(timeouts) },
  };
  const reporters = options.printDetailedResults === true ? [printingReporter(cwd)] : [];
  const resume = options.resume ?? resumeFromEnvironment();
  const csv = options.outputFile === undefined ? undefined : resolve(cwd, options.outputFile);
  if (csv !== undefined) await makeResultsFolder(csv);
  const result = await runEvaluation(asked, { ...options, resume }, { listeners: reporters });
  if (csv !== undefined) await appendResultsCsv(csv, conversationsOf(result));
  if (result.passed) return result;
  throw failedRunError(result, {
    evalSet: existsSync(evalSet) ? relative(cwd, evalSet) : evalSet,
    secrets: await secretsOf(result.about, cwd),
  });
}

/** The config of a test file: the `test_config.json` beside it, else ADK's two criteria. */
async function findConfigForTestFile(testFile: string): Promise<EvalConfig> {
  const { configFilePath } = configBeside(resolve(testFile));
  return configFilePath === undefined
    ? readConfig(defaults, { file: "ADK's defaults" })
    : readConfigFile(configFilePath);
}

const defaults = JSON.stringify({
  criteria: { tool_trajectory_avg_score: 1, response_match_score: 0.8 },
});

/** ADK's test runner looks nowhere else. */
function configBeside(testFile: string): Pick<RunRequest, "config" | "configFilePath"> {
  const path = join(dirname(testFile), "test_config.json");
  return isThere(path) ? { configFilePath: path } : { config: "default" };
}

/** Writes the eval set that an old test file stands for. The old file stays. */
function migrateEvalDataToNewSchema(options: MigrateOptions): Promise<EvalSet>;
function migrateEvalDataToNewSchema(
  oldEvalDataFile: string,
  newEvalDataFile: string,
  initialSessionFile?: string,
): Promise<EvalSet>;
function migrateEvalDataToNewSchema(
  first: MigrateOptions | string,
  newFile = "",
  session?: string,
): Promise<EvalSet> {
  const { oldEvalDataFile, newEvalDataFile, initialSessionFile } =
    typeof first === "object"
      ? first
      : { oldEvalDataFile: first, newEvalDataFile: newFile, initialSessionFile: session };
  return guardFloatingPromise("AgentEvaluator.migrateEvalDataToNewSchema(…)", async () =>
    migrateFile({
      criteria: await oldRowCriteria(oldEvalDataFile),
      oldPath: oldEvalDataFile,
      newPath: newEvalDataFile,
      initialSessionFile,
      form: "rows",
      // whoever migrates again in a script means the newer one
      force: true,
      now: Date.now() / 1000,
      newId: randomUUID,
    }),
  );
}
