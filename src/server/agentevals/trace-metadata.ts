import type { TraceConversation } from "../../traces/conversations/group-traces.ts";

const LONGEST = 200;

/** Who it was, by which model, when, and what was said first. */
export function traceMetadata({ turns, records }: TraceConversation) {
  const [first] = turns;
  const call = first?.calls[0];
  return {
    agentName: first?.agentName ?? null,
    agentId: null,
    serviceName: records.find(({ serviceName }) => serviceName !== undefined)?.serviceName ?? null,
    model: call?.model ?? call?.responseModel ?? null,
    responseModel: call?.responseModel ?? null,
    provider: call?.provider ?? null,
    schemaVersion: null,
    startTime: first?.start === undefined ? null : Number(first.start / 1000n),
    userInputPreview: preview(first?.user),
    finalOutputPreview: preview(first?.answer),
  };
}

function preview(text: string | undefined): string | null {
  if (text === undefined || text === "") return null;
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}...` : text;
}
