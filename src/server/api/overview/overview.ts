import { z } from "zod";
import type { Overview } from "../../../analysis/overview/overview.ts";
import { readOverview } from "../../../project/overview/read-overview.ts";
import { route } from "../route.ts";

export const overview = route({
  summary: "How every agent stands, what is new since a moment, and the last runs.",
  query: z.object({
    /** An ISO time; without it, what the last run of each agent changed. */
    since: z.iso.datetime().optional(),
  }),
  reply: z.custom<Overview>(),
  async handle({ query, parts }) {
    const { runs: store, figures, baselines } = parts;
    return await readOverview({ store, figures, baselines }, query.since);
  },
});
