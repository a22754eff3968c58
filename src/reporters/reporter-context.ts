import { performance } from "../core/async/own-timers.ts";
import { deepFreeze } from "../core/json/deep-freeze.ts";
import type { CaseResult } from "../core/run.ts";
import type { Secret } from "../core/secrets/secret-mask.ts";

/** Where a reporter writes to, and what it may know of its surroundings. */
export interface ReporterContext {
  /** Standard output. */
  out(text: string): void;
  /** Standard error. */
  err(text: string): void;
  /** True on a terminal whose lines can be rewritten. */
  readonly interactive: boolean;
  readonly colour: boolean;
  readonly columns: number;
  readonly verbose: boolean;
  /** Relative paths of reports start here. */
  readonly cwd: string;
  /** How this program is called, such as `assay` or `npx assay`, for the commands that are proposed. */
  readonly shownCommand: string;
  /** The place of runs that was asked for, which the commands that are proposed ask for, too. */
  readonly store?: string | undefined;
  readonly bands: readonly ScoreBand[];
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Values that must not be shown; they read `[secret NAME]` instead. */
  readonly secrets: readonly (string | Secret)[];
  /** What a run that stopped goes on with beside `--resume`, where that is another option: `--workers`. */
  readonly resumedWith?: (() => string | undefined) | undefined;
  /** What the run waits for, where it waits for a model. */
  waitingFor?(): string | undefined;
  /**
   * What a JSON report says beside what it says of every run, once the run is over: the text of some fields, piece by piece,
   * each field with a comma behind it. Values are written by `json`.
   */
  readonly sections?:
    | ((
        cases: () => AsyncIterable<CaseResult>,
        json: (value: unknown) => string,
      ) => AsyncIterable<string>)
    | undefined;
  /** Said about the whole for people, beneath its totals, once the run is over. */
  readonly closing?: (() => readonly string[]) | undefined;
  /** Milliseconds, for progress only. */
  now(): number;
}

/** What a program need not say of where a report goes: plain text on standard output, without colours. */
export function programContext(given: Partial<ReporterContext>): ReporterContext {
  return {
    out: (text) => void process.stdout.write(text),
    err: (text) => void process.stderr.write(text),
    interactive: false,
    colour: false,
    columns: process.stdout.columns ?? 80,
    verbose: false,
    cwd: process.cwd(),
    shownCommand: "npx assay",
    bands: defaultBands,
    env: process.env,
    secrets: [],
    now: () => performance.now(),
    ...given,
  };
}

/** A word for scores from `from` upwards. */
export interface ScoreBand {
  readonly from: number;
  readonly word: string;
}

/** The four bands of ADK's guide. */
export const defaultBands: readonly ScoreBand[] = deepFreeze([
  { from: 0.9, word: "excellent" },
  { from: 0.7, word: "good" },
  { from: 0.5, word: "needs work" },
  { from: 0, word: "problematic" },
]);
