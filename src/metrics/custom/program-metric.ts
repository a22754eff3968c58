import type { MetricDefinition } from "../../core/metric.ts";
import type { MetricOutcome, TurnScore } from "../../core/metric-outcome.ts";
import { defineMetric } from "../../core/metrics/define-metric.ts";
import { isObject, shown } from "../../core/schema/parse-context.ts";
import { freeObject } from "../../core/schema/schema.ts";
import type { Direction, ReasonCode } from "../../core/verdict.ts";
import { metricRequest } from "./metric-request.ts";
import { ownWords } from "./own-words.ts";
import { type ProgramRun, runProgram } from "./run-program.ts";
import { unreadVerdict } from "./unread-verdict.ts";

export interface ProgramMetricOptions {
  readonly name: string;
  /** The program and its arguments. */
  readonly command: readonly string[];
  /** Where it runs: the config's folder. */
  readonly directory: string;
  readonly timeoutSeconds?: number | undefined;
  /** Handed to the program as it is. */
  readonly config?: Readonly<Record<string, unknown>> | undefined;
  readonly description?: string | undefined;
  readonly direction?: Direction | undefined;
  /** What is known to be missing already, as the end of a sentence: the program is not started then. */
  readonly problem?: string | undefined;
}

const DEFAULT_TIMEOUT_SECONDS = 30;

/**
 * Makes a metric of any program: it is started once a case, reads one JSON document (protocol 1.1) and writes one.
 * Whatever it does wrong leaves its own metric not evaluated, with the reason.
 */
export function programMetric(
  options: ProgramMetricOptions,
): MetricDefinition<Readonly<Record<string, unknown>>> {
  const { name, command, directory, description = "", direction = "higher" } = options;
  const timeoutSeconds = options.timeoutSeconds ?? DEFAULT_TIMEOUT_SECONDS;
  return defineMetric<Readonly<Record<string, unknown>>>({
    name,
    description,
    version: 1,
    range: { min: 0, max: 1 },
    direction,
    needs: [],
    criterion: freeObject,
    measuresUneven: true,
    create: (settings, { threshold }) => {
      const config = { ...options.config, ...settings };
      const { problem } = options;
      if (problem !== undefined) return () => broken(name, problem);
      return async (input) => {
        const request = JSON.stringify(metricRequest({ name, threshold, config, input }));
        const { signal, actual } = input;
        const run = await runProgram({
          command,
          directory,
          timeoutSeconds,
          signal,
          input: request,
        });
        const turns = [actual.length, input.expected?.length ?? actual.length];
        return outcomeOf(name, run, turns);
      };
    },
  });
}

function outcomeOf(name: string, run: ProgramRun, turns: readonly number[]): MetricOutcome {
  if (run.kind === "cancelled")
    return broken(name, "was cancelled before it answered.", "cancelled");
  if (run.kind === "failed") return broken(name, run.problem);
  if (run.output.trim() === "") return broken(name, `wrote nothing to its output.${run.stderr}`);
  let answer: unknown;
  try {
    answer = JSON.parse(run.output);
  } catch {
    const began = shown(run.output.trim());
    return broken(name, `wrote something else than one JSON document: ${began}.${run.stderr}`);
  }
  const mistake = mistakeIn(answer, turns);
  return mistake === undefined ? scored(name, answer as ProgramAnswer) : broken(name, mistake);
}

interface ProgramAnswer {
  readonly score: number;
  readonly status?: "PASSED" | "FAILED" | "NOT_EVALUATED" | null;
  readonly per_invocation_scores?: readonly (number | null)[] | null;
  readonly details?: Readonly<Record<string, unknown>> | null;
  /** The reason for the score, in a sentence. */
  readonly why?: string | null;
}

const readNames: ReadonlySet<string> = new Set([
  ..."score status per_invocation_scores details why".split(" "),
]);

function mistakeIn(answer: unknown, turns: readonly number[]): string | undefined {
  if (!isObject(answer)) return `answered ${shown(answer)}; an object with a score was expected.`;
  const unread = unreadVerdict(answer, readNames);
  if (unread !== undefined) return `wrote ${unread}`;
  const { score, status, per_invocation_scores: scores, details } = answer;
  if (score === undefined) return "gave no score; a number from 0 to 1 was expected.";
  if (!isShare(score)) return `gave the score ${shown(score)}; a number from 0 to 1 was expected.`;
  if (!isAbsent(status) && !["PASSED", "FAILED", "NOT_EVALUATED"].includes(status as string)) {
    return `gave the status ${shown(status)}; PASSED, FAILED or NOT_EVALUATED was expected.`;
  }
  if (!isAbsent(answer.why) && typeof answer.why !== "string") {
    return `gave ${shown(answer.why)} as why; a string was expected.`;
  }
  if (!isAbsent(details) && !isObject(details)) {
    return `gave ${shown(details)} as details; an object was expected.`;
  }
  return isAbsent(scores) ? undefined : mistakeInTurns(scores, turns);
}

function mistakeInTurns(scores: unknown, turns: readonly number[]): string | undefined {
  if (!Array.isArray(scores)) {
    return `gave ${shown(scores)} as per_invocation_scores; an array was expected.`;
  }
  if (scores.length > 0 && !isLength(scores.length, turns)) {
    return `scored ${scores.length} turns of a conversation of ${turns[0]}.`;
  }
  const odd = scores.find((each) => each !== null && !isShare(each));
  return odd === undefined ? undefined : `gave a turn the score ${shown(odd)}.`;
}

/** As many as there were, as were expected, or as both have. */
function isLength(count: number, turns: readonly number[]): boolean {
  return turns.includes(count);
}

function isShare(value: unknown): boolean {
  return typeof value === "number" && value >= 0 && value <= 1;
}

function isAbsent(value: unknown): boolean {
  return value === undefined || value === null;
}

function scored(name: string, answer: ProgramAnswer): MetricOutcome {
  const perInvocation = (answer.per_invocation_scores ?? []).map(
    (score): TurnScore =>
      score === null ? { score: undefined, reason: "unsupported" } : { score },
  );
  const details = answer.details ?? undefined;
  const why = ownWords(answer.why, details);
  if (answer.status === "NOT_EVALUATED") {
    const detail = `${name} did not evaluate this conversation${why === undefined ? "." : `: ${why}`}`;
    return { kind: "not-evaluated", reason: "unsupported", detail };
  }
  const decided = { PASSED: "passed", FAILED: "failed" } as const;
  const status = answer.status == null ? undefined : decided[answer.status];
  return { kind: "scored", score: answer.score, status, perInvocation, details, why };
}

function broken(name: string, problem: string, reason: ReasonCode = "metric-error"): MetricOutcome {
  return { kind: "not-evaluated", reason, detail: `The program of ${name} ${problem}` };
}
