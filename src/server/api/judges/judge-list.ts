import { z } from "zod";
import {
  type KeptCheck,
  listJudgeChecks,
} from "../../../project/judge-checks/list-judge-checks.ts";
import { isLabelled } from "../../../trust/labelled-metrics.ts";
import { route } from "../route.ts";
import { redteamsOf } from "./judge-records.ts";
import { judgeStanding } from "./judge-standing.ts";
import { knownLabels } from "./known-labels.ts";

const judgeRow = z.object({
  metric: z.string(),
  model: z.string(),
  /** Whether a person can say of its answers one by one whether they are right. */
  isLabelled: z.boolean(),
  /** When it was asked last in a run; undefined where it answered control questions only. */
  lastAsked: z.string().optional(),
  /** Different answers that it was asked about in the newest runs. */
  answers: z.number(),
  labels: z.number(),
  kappa: z.number().nullable(),
  interval: z.tuple([z.number(), z.number()]).nullable(),
  verdict: z.enum(["agrees", "disagrees", "open"]).optional(),
  why: z.string().optional(),
  check: z.custom<KeptCheck>().optional(),
  /** The last attack: the share of wrong answers that passed, of those that it decided about. */
  redteam: z.object({ passes: z.number().nullable(), of: z.number(), at: z.string() }).optional(),
});

export const judgeList = route({
  summary: "Judges that were asked here: each model with each metric, and how far it was tested.",
  reply: z.object({
    judges: z.array(judgeRow).readonly(),
    labels: z.object({ path: z.string(), count: z.number(), problem: z.string().optional() }),
  }),
  async handle({ parts, setTag }) {
    const position = await parts.runs.position();
    const runs = await parts.judged.newest();
    const { labels, path, problem, tag } = await knownLabels(parts);
    setTag(`${position}-${tag}`);
    const checks = await listJudgeChecks(parts.runs);
    const asked = runs.flatMap(({ answers }) =>
      [...answers].flatMap(([metric, own]) =>
        own.flatMap(({ model }) => (model === undefined ? [] : [{ metric, model }])),
      ),
    );
    const known = [...asked, ...checks.map(({ metric, model }) => ({ metric, model }))];
    const names = new Map(known.map((each) => [`${each.metric}\n${each.model}`, each]));
    const judges: z.output<typeof judgeRow>[] = [];
    for (const name of names.values()) {
      const { answers, calibration, newest } = judgeStanding(name, runs, labels);
      const { kappa, labels: count, verdict, why } = calibration;
      const [attack] = await redteamsOf(parts.runs, name.model);
      const passes = attack?.report?.passes;
      judges.push({
        ...name,
        isLabelled: isLabelled(name.metric),
        lastAsked: newest?.startedAt,
        answers: answers.length,
        labels: count,
        kappa: kappa?.kappa ?? null,
        interval: kappa?.interval == null ? null : [...kappa.interval],
        ...(count > 0 && { verdict, why }),
        check: checks.find(({ metric, model }) => metric === name.metric && model === name.model),
        ...(passes !== undefined &&
          attack !== undefined && {
            redteam: { passes: passes.value, of: passes.of, at: attack.at },
          }),
      });
    }
    return { judges, labels: { path, count: labels.length, ...(problem && { problem }) } };
  },
});
