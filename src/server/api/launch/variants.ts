import { z } from "zod";
import type { RunRequestBody } from "./run-request.ts";
import { runRequest } from "./run-request.ts";

/** What a run is asked to be for one of several agents, or with one of several models. */
const variant = runRequest.pick({ agent: true, agentModel: true });

/** Beyond so many, their comparison says more one by one. */
const MOST = 8;

/** The same run, of each of these instead of its own agent. */
export const severalRequest = runRequest.extend({
  variants: z.array(variant).min(1).max(MOST),
});

/** What may be asked about before it is chosen of how many. */
export const plannedRequest = runRequest.extend({
  variants: z.array(variant).max(MOST).optional(),
});

/** One request for each; those who come twice are asked once. */
export function requestsOf({
  variants = [],
  ...body
}: z.output<typeof plannedRequest>): readonly RunRequestBody[] {
  if (variants.length === 0) return [body];
  const { agentModel: _, ...rest } = body;
  const distinct = new Map(
    variants.map((each) => [JSON.stringify([each.agent, each.agentModel]), each]),
  );
  return Array.from(distinct.values(), (each) => ({ ...rest, ...each }));
}
