import { basename, extname, relative, resolve } from "node:path";
import { UserFacingError } from "../../core/errors.ts";
import type { CaseResult } from "../../core/run.ts";
import { ExitCode } from "../../core/verdict.ts";
import { saveAdkResult } from "../../eval-sets/results/save-adk-result.ts";
import { agentFolderOf, rememberEnvOf, secretsOf } from "../../project/history/agent-of-run.ts";
import { findRun } from "../../project/history/finding/find-run.ts";
import { type LoadedRun, loadRun } from "../../project/history/load-run.ts";
import { shownMask } from "../../project/run/secrets/run-secrets.ts";
import { createReporter } from "../../reporters/index.ts";
import { defaultBands, type ReporterContext } from "../../reporters/reporter-context.ts";
import { fileReporterNames } from "../../reporters/reporter-table.ts";
import { choiceOption, listOption, textOption } from "../arguments/read-options.ts";
import type { CommandInput } from "../command.ts";
import { withRuns } from "../open-runs.ts";
import { exportTraces } from "./export-traces.ts";

const FORMATS: readonly string[] = [...fileReporterNames, "adk", "otlp"];

/** `assay runs export`: the report of a run that is over, as the run itself would have written it. */
export async function runsExportCommand(input: CommandInput): Promise<number> {
  const output = textOption(input.options, "output");
  const format = choiceOption(input.options, "format", FORMATS) ?? formatOf(output);
  return withRuns(input, async (store) => {
    const run = await loadRun(store, await findRun(store, input.arguments[0], { cwd: input.cwd }));
    checkCase(input, format);
    if (format === "adk") await exportForAdk(run, input, output);
    else if (format === "otlp") await exportTraces(run, store, input, output);
    else await exportReport(run, input, output === undefined ? format : `${format}=${output}`);
    return ExitCode.passed;
  });
}

const byEnding: Readonly<Record<string, string>> = {
  ".html": "html",
  ".htm": "html",
  ".xml": "junit",
  ".md": "markdown",
  ".jsonl": "jsonl",
};

/** A file whose ending says what it holds is believed. */
function formatOf(output: string | undefined): string {
  return byEnding[extname(output ?? "").toLowerCase()] ?? "json";
}

/** A report is of the whole run; only traces stand for themselves. */
function checkCase({ options }: CommandInput, format: string): void {
  if (format === "otlp" || listOption(options, "case").length === 0) return;
  throw new UserFacingError(
    "cli/usage",
    `--case goes with --format otlp, and not with ${format}.`,
    {
      hint: "Leave it out; assay runs show --case shows one conversation.",
    },
  );
}

async function exportReport(run: LoadedRun, input: CommandInput, spec: string): Promise<void> {
  const reporter = await createReporter(spec, {
    ...contextOf(input),
    secrets: await secretsOf(run.summary.about, input.cwd),
  });
  await reporter.onStart?.(run.summary);
  await reporter.onEnd?.(run.summary, run.cases);
}

function contextOf({ terminal, cwd, env }: CommandInput): Omit<ReporterContext, "secrets"> {
  return {
    out: terminal.write,
    err: terminal.warn,
    interactive: false,
    colour: terminal.colour,
    columns: terminal.columns,
    verbose: false,
    cwd,
    shownCommand: "assay",
    bands: defaultBands,
    env,
    now: () => performance.now(),
  };
}

/** One file for each eval set, under the names ADK gives them, in `.adk/eval_history`. */
async function exportForAdk(
  { summary, cases }: LoadedRun,
  { cwd, terminal }: CommandInput,
  output: string | undefined,
): Promise<void> {
  const agent = await agentFolderOf(summary.about, cwd);
  await rememberEnvOf(summary.about, cwd);
  for (const { evalSetId, config } of summary.about.sets) {
    const path = await saveAdkResult({
      folder: output === undefined ? agent : resolve(cwd, output),
      appName: basename(agent),
      evalSetId,
      time: Date.parse(summary.end?.at ?? summary.startedAt) / 1000,
      cases: ofSet(cases(), evalSetId),
      metrics: config.metrics,
    });
    terminal.write(`${relative(cwd, path) || path}\n`);
  }
}

async function* ofSet(
  cases: AsyncIterable<CaseResult>,
  evalSetId: string,
): AsyncGenerator<CaseResult> {
  for await (const result of cases) {
    // a run of an earlier version may have been kept as it was said
    if (result.evalSetId === evalSetId) yield shownMask().value(result);
  }
}
