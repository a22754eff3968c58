import { resolve } from "node:path";
import { UserFacingError } from "../../core/errors.ts";
import { ExitCode } from "../../core/verdict.ts";
import { findRun } from "../../project/history/finding/find-run.ts";
import { loadRun } from "../../project/history/load-run.ts";
import { type CalibrationReport, calibrateJudge } from "../../trust/calibrate-judge.ts";
import {
  type Calibration,
  type Correction,
  correct,
  type GivenRate,
} from "../../trust/calibration.ts";
import { usualBar } from "../../trust/calibration-verdict.ts";
import { readLabelsFile } from "../../trust/read-labels.ts";
import { countOption, isOn, shareOption, textOption } from "../arguments/read-options.ts";
import type { CommandInput } from "../command.ts";
import { withRuns } from "../open-runs.ts";
import { type JobInput, paidJobCommand } from "../paid-job-command.ts";
import { reportWaiting } from "../text/report-waiting.ts";
import { calibrationLines } from "./calibration-text.ts";
import { costLine, judgeInputs, judgeRequest } from "./judge-request.ts";

/** `assay judge calibrate`: a judge against labels that people gave. */
export function judgeCalibrateCommand(input: CommandInput): Promise<number> {
  const name = (asked: CommandInput) => asked.arguments[0] ?? "labels";
  const spec = { kind: "calibrate", command: "assay judge calibrate", name } as const;
  return paidJobCommand(input, spec, calibrate);
}

async function calibrate(input: JobInput): Promise<number> {
  const { options, cwd, terminal, stop, signal } = input;
  const [file] = input.arguments;
  if (file === undefined) {
    throw new UserFacingError("cli/usage", "assay judge calibrate needs LABELS.", {
      hint: "A file of labels, one JSON object a line:  assay judge calibrate labels.jsonl",
    });
  }
  const labels = await readLabelsFile(resolve(cwd, file), file);
  const metrics = [...new Set(labels.map(({ metric }) => metric))];
  const given = await givenRates(input, metrics);
  const request = await judgeRequest(input);
  const bar = {
    kappa: shareOption(options, "min_kappa") ?? usualBar.kappa,
    agreement: shareOption(options, "min_agreement"),
  };
  const job = await input.openJob(judgeInputs(input, request));
  const onWaiting = reportWaiting(terminal);
  const asked = { ...request, bar, stop, signal, job, onWaiting };
  const report = await calibrateJudge(labels, asked);
  // half of the labels are no measure of anything
  if (stop.aborted) return ExitCode.interrupted;
  const corrections = new Map(
    report.calibrations.flatMap((each) => {
      const rate = given.get(each.metric);
      return rate === undefined ? [] : [[each.metric, correct(each, rate)] as const];
    }),
  );
  const whole = withCorrections(report, corrections);
  job.keepReport(whole);
  terminal.write(
    isOn(options, "json")
      ? `${JSON.stringify(whole, null, 2)}\n`
      : asText(report, corrections, file),
  );
  const verdicts = report.calibrations.map(({ verdict }) => verdict);
  if (verdicts.includes("disagrees")) return ExitCode.failed;
  if (verdicts.includes("open")) return ExitCode.incomplete;
  return isWhole(report.calibrations, corrections) ? ExitCode.passed : ExitCode.incomplete;
}

/** Nothing that was asked is left open. */
function isWhole(
  calibrations: readonly Calibration[],
  corrections: ReadonlyMap<string, Correction>,
): boolean {
  const isDecided = calibrations.every(({ notEvaluated }) => notEvaluated === 0);
  return isDecided && [...corrections.values()].every((each) => !("refused" in each));
}

function asText(
  { calibrations, judges, modelCalls }: CalibrationReport,
  corrections: ReadonlyMap<string, Correction>,
  file: string,
): string {
  const blocks = calibrations.map((each) =>
    calibrationLines(each, corrections.get(each.metric)).join("\n"),
  );
  const first = `${judges.join(", ")} against the labels of ${file}`;
  return `${[first, ...blocks, costLine(modelCalls)].join("\n\n")}\n`;
}

function withCorrections(
  report: CalibrationReport,
  corrections: ReadonlyMap<string, Correction>,
): object {
  const calibrations = report.calibrations.map((each) => ({
    ...each,
    corrected: corrections.get(each.metric),
  }));
  return { ...report, calibrations };
}

/** The pass rates to correct, by metric: one that was typed, or those of a run. */
async function givenRates(
  input: CommandInput,
  metrics: readonly string[],
): Promise<ReadonlyMap<string, GivenRate>> {
  const { options } = input;
  const rate = textOption(options, "rate");
  checkOneRate(options);
  if (rate !== undefined) return new Map([[onlyOne(metrics), typedRate(rate, input)]]);
  if (options.run === undefined) return new Map();
  return withRuns(input, async (store) => {
    const runId = await findRun(store, textOption(options, "run"), { cwd: input.cwd });
    const { summary } = await loadRun(store, runId);
    const found = summary.metrics
      .filter(({ name, passed, failed }) => metrics.includes(name) && passed + failed > 0)
      .map(({ name, passed, failed }) => {
        const of = passed + failed;
        return [name, { rate: passed / of, of }] as const;
      });
    if (found.length > 0) return new Map(found);
    throw new UserFacingError(
      "run/not-found",
      `Run ${runId} was not scored by ${metrics.join(", ")}.`,
      {
        hint: "Name a run that was, or give the rate itself with --rate and --n.",
      },
    );
  });
}

/** Of two rates nobody could tell which one was corrected. */
function checkOneRate({ rate, run, n }: CommandInput["options"]): void {
  if (rate !== undefined && run !== undefined) {
    throw new UserFacingError("cli/usage", "--rate and --run both say what is to be corrected.", {
      hint: "Give one of them.",
    });
  }
  if (n !== undefined && rate === undefined) {
    throw new UserFacingError("cli/usage", "--n is there for --rate, which is not given.", {
      hint: "Write, for example, --rate 0.8 --n 200.",
    });
  }
}

function onlyOne(metrics: readonly string[]): string {
  const [first = "", ...others] = metrics;
  if (others.length === 0) return first;
  throw new UserFacingError("cli/usage", `The labels are about ${metrics.join(" and ")}.`, {
    hint: "A rate belongs to one metric: keep the labels of each in a file of its own, or give --run.",
  });
}

function typedRate(text: string, { options }: CommandInput): GivenRate {
  const rate = text.endsWith("%") ? Number(text.slice(0, -1)) / 100 : Number(text);
  if (!(rate >= 0 && rate <= 1) || text.trim() === "") {
    throw new UserFacingError(
      "cli/usage",
      `--rate is "${text}"; a share from 0 to 1 was expected.`,
      {
        hint: "Write, for example, --rate 0.8 --n 200.",
      },
    );
  }
  if (options.n === undefined) {
    throw new UserFacingError("cli/usage", "--rate needs --n: of how many cases it is.", {
      hint: "Write, for example, --rate 0.8 --n 200.",
    });
  }
  return { rate, of: countOption(options, "n", 200) };
}
