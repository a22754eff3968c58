import { z } from "zod";
import { isUserFacingError } from "../../../core/errors.ts";
import { evalWords } from "../launch/run-request.ts";
import { requestsOf, severalRequest } from "../launch/variants.ts";
import { route } from "../route.ts";

/** One that began, or why it did not. */
const begun = z.object({
  agent: z.string(),
  agentModel: z.string().optional(),
  runId: z.string().optional(),
  problem: z.object({ message: z.string(), hint: z.string().optional() }).optional(),
});

export const startSeveral = route({
  summary:
    "Start the same run for several agents, or with several models, to be compared. Each is a run of its own; one that cannot begin keeps no other from it.",
  body: severalRequest,
  reply: z.object({ runs: z.array(begun).readonly() }),
  status: 201,
  async handle({ body, parts }) {
    // what is wrong with all of them is wrong before the first one begins
    const asked = requestsOf(body).map((each) => ({ each, words: evalWords(each, parts) }));
    const runs: z.output<typeof begun>[] = [];
    for (const { each, words } of asked) {
      const { agent, agentModel } = each;
      try {
        runs.push({ agent, agentModel, ...(await parts.jobs.start(words)) });
      } catch (error) {
        if (!isUserFacingError(error)) throw error;
        const { message, hint } = error;
        runs.push({ agent, agentModel, problem: { message, hint } });
      }
    }
    return { runs };
  },
});
