import { z } from "zod";
import { caseKeyOf } from "../../../../core/folds/case-key.ts";
import { findRun } from "../../../../project/history/finding/find-run.ts";
import { route } from "../../route.ts";
import type { CaseFigures } from "./case-figures.ts";

export const runValues = route({
  summary:
    "What each case of a run took: dollars, seconds and tokens, in plan order, where they are known.",
  reply: z.object({
    seq: z.number(),
    cost: z.array(z.number()).readonly(),
    latency: z.array(z.number()).readonly(),
    tokens: z.array(z.number()).readonly(),
    judging: z.array(z.number()).readonly(),
  }),
  async handle({ params, parts, setTag }) {
    const runId = await findRun(parts.runs, params.run, { cwd: parts.cwd });
    const { matrix, figures, seq } = await parts.views.open(runId);
    setTag(`${seq}`);
    const all = matrix.rows.map((row) => figures(caseKeyOf(row)));
    const known = (name: keyof CaseFigures) => all.flatMap((each) => each[name] ?? []);
    return {
      seq,
      cost: known("cost"),
      latency: known("latency"),
      tokens: known("tokens"),
      judging: known("judging"),
    };
  },
});
