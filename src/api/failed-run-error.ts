import type { Secret } from "../core/secrets/secret-mask.ts";
import type { Direction } from "../core/verdict.ts";
import { failureLines } from "../reporters/failures/failure-text.ts";
import { paint } from "../reporters/text/paint.ts";
import { safeText } from "../reporters/text/safe-text.ts";
import type { CaseVerdict, RunResult } from "./run-result.ts";

/** An agent did not do as well as its eval set asks. */
export class EvaluationFailed extends Error {
  override readonly name = "EvaluationFailed";
  declare readonly result: RunResult;

  constructor(message: string, result: RunResult) {
    super(message);
    // everything enumerable is printed with an error that nobody caught: the message has said it all
    Object.defineProperty(this, "result", { value: result, enumerable: false });
    Object.defineProperty(this, "name", { enumerable: false });
    // our own frames would only lead the reader into this package
    this.stack = `${this.name}: ${message}`;
  }
}

interface FailedRunOptions {
  /** How the eval set is called. */
  readonly evalSet: string;
  readonly secrets?: readonly Secret[] | undefined;
}

/** One line for each failure, then the first few drawn as the terminal would. */
export function failedRunError(result: RunResult, options: FailedRunOptions): EvaluationFailed {
  const { about, totals, cases } = result;
  const say = safeText(options.secrets ?? []);
  const wrong = cases.filter((verdict) => !verdict.passed);
  const often = about.trials === 1 ? "" : `, each run ${about.trials} times`;
  const head = `${about.agent.name} did not pass ${wrong.length + totals.notRun} of ${totals.cases} ${totals.cases === 1 ? "case" : "cases"} of ${options.evalSet}${often}.`;
  const lines = wrong.flatMap(failuresOf).map((line) => say.line(line));
  const rest = totals.notRun === 0 ? [] : [`${totals.notRun} more were not run.`];
  const drawn = wrong.slice(0, MOST_DRAWN).flatMap((verdict) => ["", ...drawing(verdict, say)]);
  return new EvaluationFailed([head, ...lines, ...rest, ...drawn].join("\n"), result);
}

const MOST_DRAWN = 3;
const COLUMNS = 100;

function failuresOf(verdict: CaseVerdict): readonly string[] {
  const { evalId, metrics, trials, detail } = verdict;
  const lines = metrics.flatMap(({ name, status, score, threshold }) => {
    if (status === "failed") {
      const asked = `${threshold} or ${directionOf(verdict, name) === "lower" ? "less" : "more"}`;
      return [`${evalId}: ${name} is ${score}; ${asked} was expected.`];
    }
    if (status !== "not-evaluated") return [];
    return [`${evalId}: ${name} was not evaluated${whyOf(verdict, name)}.`];
  });
  const silent = trials.filter(
    ({ status, metrics: all }) => status === "failed" && all.length === 0,
  );
  if (silent.length > 0) {
    const count = trials.length === 1 ? "It" : `${silent.length} of ${trials.length} trials`;
    const why = silent.find((trial) => trial.detail !== undefined)?.detail;
    lines.push(
      `${evalId}: ${count} failed before any metric had a say${why === undefined ? "." : `: ${why}`}`,
    );
  }
  if (lines.length > 0) return lines;
  return [`${evalId}: ${detail ?? "It was not evaluated by any metric."}`];
}

function directionOf({ trials }: CaseVerdict, name: string): Direction | undefined {
  return trials.flatMap(({ metrics }) => metrics).find((each) => each.name === name)?.direction;
}

function whyOf({ trials }: CaseVerdict, name: string): string {
  const results = trials.flatMap(({ metrics }) => metrics).filter((each) => each.name === name);
  const detail = results.find((each) => each.detail !== undefined)?.detail;
  return detail === undefined ? "" : `: ${detail.replace(/\.$/, "")}`;
}

function drawing(verdict: CaseVerdict, say: ReturnType<typeof safeText>): readonly string[] {
  const shown = verdict.trials.find(({ status }) => status !== "passed");
  if (shown === undefined) return [];
  const options = { say, paint: paint(false), columns: COLUMNS, trials: verdict.trials.length };
  return failureLines(shown, options);
}
