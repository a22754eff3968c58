import { type Invocation, isRecorded, type UsageMetadata } from "../../core/invocation.ts";

/** A turn of ours as ADK would have recorded it: its ids have a letter before them, its counts a sum. */
export function asAdkTurn(invocation: Invocation): Invocation {
  const { intermediateData: data, invocationId: id } = invocation;
  const invocationId = /^[0-9a-f]{8}-/.test(id) ? `e-${id}` : id;
  if (!isRecorded(data)) return { ...invocation, invocationId };
  const invocationEvents = data.invocationEvents.map((event) => {
    const { usageMetadata: usage } = event;
    return usage === undefined ? event : { ...event, usageMetadata: withTotal(usage) };
  });
  return { ...invocation, invocationId, intermediateData: { invocationEvents } };
}

function withTotal(usage: UsageMetadata): UsageMetadata {
  const { promptTokenCount: input, candidatesTokenCount: said, thoughtsTokenCount = 0 } = usage;
  if (usage.totalTokenCount !== undefined || input === undefined || said === undefined)
    return usage;
  return { ...usage, totalTokenCount: input + said + thoughtsTokenCount };
}
