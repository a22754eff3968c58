import { z } from "zod";
import { mapKeys } from "./both-spellings.ts";

const state = z.record(z.string(), z.unknown());
const content = z.looseObject({
  role: z.string().nullish(),
  parts: z.array(z.record(z.string(), z.unknown())).nullish(),
});

/** Fields may be written in camelCase or in snake_case, as in ADK. */
function both<T extends z.ZodRawShape>(shape: T) {
  return z.preprocess(mapKeys, z.object(shape));
}

export const createSetBody = both({
  evalSet: both({ evalSetId: z.string(), evalCases: z.array(z.unknown()) }),
});

export const addSessionBody = both({
  evalId: z.string(),
  sessionId: z.string(),
  userId: z.string(),
});

export const runEvalBody = both({
  evalIds: z.array(z.string()).nullish(),
  evalCaseIds: z.array(z.string()).nullish(),
  evalMetrics: z.array(
    both({
      metricName: z.string(),
      threshold: z.number().nullish(),
      criterion: state.nullish(),
    }),
  ),
  liveModelConfig: state.nullish(),
  userSimulatorConfig: state.nullish(),
});

export const createSessionBody = z
  .preprocess(
    mapKeys,
    z.object({
      sessionId: z.string().nullish(),
      state: state.nullish(),
      events: z.array(z.record(z.string(), z.unknown())).nullish(),
    }),
  )
  .nullable();

export const stateBody = state.nullable();

export const patchSessionBody = both({ stateDelta: state });

export const runAgentBody = both({
  appName: z.string().nullish(),
  userId: z.string(),
  sessionId: z.string(),
  newMessage: content.nullish(),
  streaming: z.boolean().nullish(),
  stateDelta: state.nullish(),
});
