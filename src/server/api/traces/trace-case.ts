import { z } from "zod";
import { UserFacingError } from "../../../core/errors.ts";
import { caseFromTrace, maskedCase } from "../../../project/traces/case-from-trace.ts";
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
    /** True where a secret was said, which does not stand in the case. */
    isMasked: z.boolean(),
  }),
  async handle({ query, parts }) {
    const conversation = conversationOf(query.id, readTraces(await openTrace(query, parts)));
    const made = caseFromTrace(query.id, conversation, Date.now() / 1000);
    if (made === undefined) {
      throw new UserFacingError("trace/empty", "The trace does not say what the user said.", {
        hint: "Have content recorded:  OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT=true",
      });
    }
    const { evalCase, isMasked } = maskedCase(made);
    return { case: caseJsonOf(evalCase), isMasked };
  },
});
