import { Buffer } from "node:buffer";
import { UserFacingError } from "../core/errors.ts";
import type { Invocation } from "../core/invocation.ts";
import { type GroupBy, groupTraces } from "./conversations/group-traces.ts";
import { readTraceBytes } from "./formats/read-trace-bytes.ts";
import type { TraceFormat } from "./formats/read-trace-text.ts";
import { readTraces } from "./read-traces.ts";
import { toInvocation } from "./turns/to-invocation.ts";

export interface ReadTraceOptions {
  /** Instead of what the content says. */
  readonly format?: TraceFormat | undefined;
  /** What one conversation is; by conversation where the senders name their sessions, unless given. */
  readonly groupBy?: GroupBy | undefined;
}

/** What a trace was found to hold. */
export interface ReadTrace {
  readonly conversations: readonly RecordedConversation[];
  /** What could not be read, in sentences. */
  readonly problems: readonly string[];
  /** What was read, and is odd. */
  readonly warnings: readonly string[];
}

/** What an agent did in one conversation, as metrics measure it. */
export interface RecordedConversation {
  /** Of the earliest trace. */
  readonly traceId: string;
  readonly traceIds: readonly string[];
  /** The session or conversation that its senders name, else the trace's id. */
  readonly key: string;
  readonly agentName?: string | undefined;
  readonly invocations: readonly Invocation[];
}

/**
 * The conversations in a trace: Jaeger JSON, OTLP JSON, JSON lines or OTLP protobuf, plain or gzipped, of any agent whose
 * words we know. A text or bytes that are no trace end in an error.
 */
export function readTrace(trace: string | Uint8Array, options: ReadTraceOptions = {}): ReadTrace {
  const { format, groupBy } = options;
  const content = readTraceBytes(Buffer.from(trace as Uint8Array), format);
  if (content === undefined) {
    throw new UserFacingError("trace/invalid", "This is no trace.", {
      hint: 'Jaeger JSON ({"data": […]}), OTLP JSON ({"resourceSpans": […]}), JSON lines of spans or exports, or OTLP protobuf are read.',
    });
  }
  const groups = groupTraces(readTraces(content), { groupBy });
  return {
    conversations: groups.map(({ traceId, traceIds, key, turns }) => ({
      traceId,
      traceIds,
      key,
      agentName: turns.find(({ agentName }) => agentName !== undefined)?.agentName,
      invocations: turns.map(toInvocation),
    })),
    problems: content.problems.map(({ message }) => message),
    warnings: [
      ...content.warnings,
      ...groups.flatMap(({ turns }) => turns.flatMap(({ warnings }) => warnings)),
    ],
  };
}
