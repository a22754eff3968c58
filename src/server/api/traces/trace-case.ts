import { z } from "zod";
import { UserFacingError } from "../../../core/errors.ts";
import type { Invocation } from "../../../core/invocation.ts";
import { caseFromTrace, maskedCase } from "../../../project/traces/case-from-trace.ts";
import { contentVariable } from "../../../project/traces/trace-problems.ts";
import { conversationOf } from "../../../traces/conversations/group-traces.ts";
import { readTraces } from "../../../traces/read-traces.ts";
import { route } from "../route.ts";
import { caseJsonOf } from "../sets/read-case.ts";
import { caseJson } from "../sets/set-shapes.ts";
import { openTrace, traceQuery } from "./trace-source.ts";

export const traceCase = route({
  summary: "A conversation as a case: what was said, and what the agent did as its references.",
  query: traceQuery.extend({ id: z.string().default("captured") }),
  reply: z.object({
    case: caseJson,
    /** The same turn by turn, for whoever chooses what of it is kept. */
    turns: z.array(z.custom<Invocation>()).readonly(),
    /** The session state that it began with, where that is known. */
    state: z.record(z.string(), z.unknown()),
    /** True where a secret was said, which does not stand in the case. */
    isMasked: z.boolean(),
  }),
  async handle({ query, parts }) {
    const told = await openTrace(query, parts);
    const conversation = conversationOf(query.id, readTraces(told));
    const made = caseFromTrace(query.id, conversation, Date.now() / 1000);
    if (made === undefined) {
      throw new UserFacingError("trace/empty", "The trace does not say what the user said.", {
        hint: `Have content recorded:  ${contentVariable(conversation)}`,
      });
    }
    const { sessionInput } = told;
    const begun = Object.keys(sessionInput?.state ?? {}).length > 0 ? { sessionInput } : {};
    const { evalCase, isMasked } = maskedCase({ ...made, ...begun });
    return {
      case: caseJsonOf(evalCase),
      turns: evalCase.conversation ?? [],
      state: evalCase.sessionInput?.state ?? {},
      isMasked,
    };
  },
});
