import { z } from "zod";
import { UserFacingError } from "../../../core/errors.ts";
import { shortId } from "../../../core/text/short-id.ts";
import {
  type KeptCheck,
  listJudgeChecks,
} from "../../../project/judge-checks/list-judge-checks.ts";
import type { Calibration, Correction, GivenRate } from "../../../trust/calibration.ts";
import { isLabelled } from "../../../trust/labelled-metrics.ts";
import { route } from "../route.ts";
import { judgeCommands } from "./judge-commands.ts";
import {
  type CalibrationRecord,
  calibrationsOf,
  type RedteamRecord,
  redteamsOf,
} from "./judge-records.ts";
import { type JudgeStanding, judgeStanding, type LabelledAnswer } from "./judge-standing.ts";
import { type JudgeVersion, judgeVersions } from "./judge-versions.ts";
import { knownLabels } from "./known-labels.ts";

/** Which answers are listed. */
const shown = ["disagreements", "lenient", "strict", "unlabelled", "labelled"] as const;

/** An answer in the list, with the run's name as people say it. */
type ListedAnswer = LabelledAnswer & { readonly shortId: string };

export const judgeDetail = route({
  summary:
    "One judge, a metric with a model: its verdicts in the newest runs against the labels of people, and what tests of it came to.",
  query: z.object({
    /** The one that was asked last unless given. */
    model: z.string().max(200).optional(),
    show: z.enum(shown).optional(),
    offset: z.coerce.number().int().min(0).default(0),
    limit: z.coerce.number().int().min(1).max(200).default(100),
  }),
  reply: z.object({
    metric: z.string(),
    model: z.string(),
    /** All that were asked by this metric. */
    models: z.array(z.string()).readonly(),
    isLabelled: z.boolean(),
    calibration: z.custom<Calibration>(),
    /** The judge's pass rate in the newest run that it was asked in, and what people would have said. */
    given: z.custom<GivenRate>().optional(),
    corrected: z.custom<Correction>().optional(),
    newest: z.object({ runId: z.string(), shortId: z.string(), startedAt: z.string() }).optional(),
    cost: z.object({ dollars: z.number(), answers: z.number() }).optional(),
    labels: z.object({
      path: z.string(),
      /** Labels of answers that this judge was not asked about in these runs. */
      elsewhere: z.number(),
      problem: z.string().optional(),
    }),
    show: z.enum(shown),
    counts: z.record(z.enum(shown), z.number()),
    answers: z.array(z.custom<ListedAnswer>()).readonly(),
    versions: z.array(z.custom<JudgeVersion>()).readonly(),
    checks: z.array(z.custom<KeptCheck>()).readonly(),
    redteams: z.array(z.custom<RedteamRecord>()).readonly(),
    calibrations: z.array(z.custom<CalibrationRecord>()).readonly(),
    commands: z.object({ calibrate: z.string(), redteam: z.string() }),
  }),
  async handle({ params, query, parts, setTag }) {
    const { judge: metric = "" } = params;
    const position = await parts.runs.position();
    const runs = await parts.judged.newest();
    const { labels, path, problem, tag } = await knownLabels(parts);
    const kept = (await listJudgeChecks(parts.runs)).filter((each) => each.metric === metric);
    const asked = runs.flatMap(({ answers }) => answers.get(metric) ?? []);
    const models = [...new Set([...asked, ...kept].flatMap(({ model }) => model ?? []))];
    const model = query.model ?? models[0];
    if (model === undefined || !models.includes(model)) throw noJudge(metric, model, models);
    const name = { metric, model };
    const standing = judgeStanding(name, runs, labels);
    const counts = countsOf(standing);
    const show = query.show ?? (counts.disagreements > 0 ? "disagreements" : "unlabelled");
    const ids = (await parts.runs.list()).map(({ runId }) => runId);
    const listed = standing.answers.filter((answer) => isShown(answer, show));
    const { calibration, given, corrected, newest, cost, elsewhere } = standing;
    setTag(`${position}-${tag}`);
    return {
      metric,
      model,
      models,
      isLabelled: isLabelled(metric),
      calibration,
      ...(given && { given }),
      ...(corrected && { corrected }),
      ...(newest && {
        newest: {
          runId: newest.runId,
          shortId: shortId(newest.runId, ids),
          startedAt: newest.startedAt,
        },
      }),
      ...(cost && { cost }),
      labels: { path, elsewhere, ...(problem && { problem }) },
      show,
      counts,
      answers: listed
        .slice(query.offset, query.offset + query.limit)
        .map((answer) => ({ ...answer, shortId: shortId(answer.runId, ids) })),
      versions: judgeVersions(name, runs, labels),
      checks: kept.filter((each) => each.model === model),
      redteams: await redteamsOf(parts.runs, model),
      calibrations: await calibrationsOf(parts.runs, name),
      commands: judgeCommands(name, newest, parts),
    };
  },
});

function isShown({ label, judge }: LabelledAnswer, show: (typeof shown)[number]): boolean {
  if (label === undefined) return show === "unlabelled";
  if (show === "labelled") return true;
  if (show === "lenient") return label.label === "fail" && judge === "pass";
  if (show === "strict") return label.label === "pass" && judge === "fail";
  return show === "disagreements" && judge !== label.label;
}

function countsOf({ answers }: JudgeStanding) {
  const count = (show: (typeof shown)[number]) =>
    answers.filter((answer) => isShown(answer, show)).length;
  return {
    disagreements: count("disagreements"),
    lenient: count("lenient"),
    strict: count("strict"),
    unlabelled: count("unlabelled"),
    labelled: count("labelled"),
  };
}

function noJudge(metric: string, model: string | undefined, models: readonly string[]) {
  const which = model === undefined ? "" : ` of ${JSON.stringify(model)}`;
  return new UserFacingError(
    "run/not-found",
    `No judge${which} was asked by ${JSON.stringify(metric)} in the last runs.`,
    {
      hint:
        models.length === 0
          ? "Judges appear here once a run has asked one."
          : `It asked ${models.join(", ")}.`,
    },
  );
}
