import { Hono } from "hono";
import type { Invocation } from "../../core/invocation.ts";
import { referencesOf } from "../../project/traces/case-from-trace.ts";
import { groupTraces } from "../../traces/conversations/group-traces.ts";
import { readTraces } from "../../traces/read-traces.ts";
import { RequestProblem, reply } from "./reply.ts";
import { formatOf, oneOf } from "./request-config.ts";
import { traceMetadata } from "./trace-metadata.ts";
import { uploadedTraces } from "./upload-traces.ts";
import { readForm } from "./uploads.ts";

/** What traces say, without measuring it. */
export function convertRoutes(): Hono {
  return new Hono().post("/convert", async (c) => {
    const form = await readForm(c);
    const groupBy = oneOf(
      form.text("group_by") ?? "trace",
      ["trace", "conversation", "auto"],
      "group_by",
    );
    const format = formatOf(form.text("trace_format"));
    const { content, errors, fileOf } = uploadedTraces(await form.files("trace_files"), format);
    if (content.spans.length === 0) {
      const why = errors.length === 0 ? "" : `. Errors: ${errors.join("; ")}`;
      throw new RequestProblem(400, `No traces found in uploaded files${why}`);
    }
    const groups = groupTraces(readTraces(content), { groupBy });
    return reply(c, {
      traces: groups.map((conversation) => ({
        traceId: conversation.traceId,
        traceIds: conversation.traceIds,
        invocations: referencesOf(conversation).map(withSteps),
        warnings: conversation.turns.flatMap(({ warnings }) => warnings),
        metadata: {
          ...traceMetadata(conversation),
          sessionName: sessionName(fileOf.get(conversation.traceId)),
        },
      })),
      errors,
    });
  });
}

/** What a file that was downloaded from here is called after. */
function sessionName(file: string | undefined): string | null {
  return /^(?:trace_|agentevals_)(.+?)(?:\.jsonl?)?$/i.exec(file ?? "")?.[1] ?? null;
}

/** A list that clients count on: what was said on the way is in no trace as a thing of its own. */
function withSteps(turn: Invocation) {
  return { ...turn, intermediateData: { ...turn.intermediateData, intermediateResponses: [] } };
}
