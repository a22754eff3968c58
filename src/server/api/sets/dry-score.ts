import { z } from "zod";
import { textOf } from "../../../core/content.ts";
import { toolCallsOf } from "../../../core/invocation.ts";
import type { DryScore, RecordedCase } from "../../../project/dry-score/dry-score-request.ts";
import { route } from "../route.ts";
import { placeOfCase } from "./find-case.ts";
import { readSentCase } from "./read-case.ts";
import { recordedCases } from "./recorded-cases.ts";
import { findSet } from "./set-files.ts";
import { caseJson, problem } from "./set-shapes.ts";

/** What a recorded conversation did, as far as an editor shows it. */
export interface Seen {
  readonly runId: string;
  /** From 0. */
  readonly trial: number;
  readonly startedAt: string;
  readonly turns: readonly {
    readonly user: string;
    readonly answer?: string | undefined;
    readonly calls: readonly {
      readonly name: string;
      readonly args: Readonly<Record<string, unknown>>;
    }[];
  }[];
}

export const dryScoreCase = route({
  summary:
    "Score the last recorded runs of a case against an expectation that is not saved: no agent and no judge is asked.",
  body: z.strictObject({ case: caseJson.optional(), text: z.string().optional() }),
  reply: z.object({
    /** The case as it was understood, in the spelling that ADK writes. */
    case: caseJson,
    warnings: z.array(problem).readonly(),
    recorded: z.array(z.custom<Seen>()).readonly(),
    metrics: z.custom<DryScore["metrics"]>(),
    leftOut: z.custom<DryScore["leftOut"]>(),
    /** One for each of `recorded`: by what stands in the file, and by what was sent. */
    saved: z.custom<DryScore["scores"][number]>(),
    edited: z.custom<DryScore["scores"][number]>(),
    milliseconds: z.number(),
  }),
  async handle({ params, body, parts }) {
    const set = findSet(params.set ?? "", parts);
    const { evalCase, json, warnings } = readSentCase(body);
    const { cases, header } = await parts.sets.read(set);
    const before = cases[placeOfCase(cases, params.case ?? "", set.path)]?.evalCase;
    const { evalSetId } = header;
    const evalId = before?.evalId ?? params.case ?? "";
    const wanted = { evalSetId, file: set.file, evalId, cwd: parts.cwd };
    const recorded = await recordedCases(parts.runs, wanted);
    const about = recorded[0]?.about;
    const started = performance.now();
    const versions = [before ?? evalCase, evalCase];
    const { version } = parts;
    const scored =
      about === undefined
        ? nothing
        : await parts.dryScores.score({ about, evalSetId, recorded, versions, version });
    const { metrics, leftOut, scores } = scored;
    return {
      case: json,
      warnings,
      recorded: recorded.map(seenOf),
      metrics,
      leftOut,
      saved: scores[0] ?? [],
      edited: scores[1] ?? [],
      milliseconds: Math.round(performance.now() - started),
    };
  },
});

const nothing: DryScore = { metrics: [], leftOut: [], scores: [] };

function seenOf({ runId, result }: RecordedCase): Seen {
  return {
    runId,
    trial: result.trial,
    startedAt: result.startedAt,
    turns: result.invocations.map((turn) => ({
      user: textOf(turn.userContent) ?? "",
      answer: textOf(turn.finalResponse),
      calls: toolCallsOf(turn).map(({ name = "", args = {} }) => ({ name, args })),
    })),
  };
}
