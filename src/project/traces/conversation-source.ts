import {
  areTogether,
  conversationOf,
  type GroupOptions,
  type TraceConversation,
} from "../../traces/conversations/group-traces.ts";
import { readRecord } from "../../traces/records/record-text.ts";
import type { TraceList } from "./pieces/found-traces.ts";

/** Conversations in the order of their first spans, found as often as somebody asks. */
export interface ConversationSource {
  readonly count: number;
  /** The first that an agent was called by. */
  readonly agentName?: string | undefined;
  /** Quick where they are asked for one after the other. */
  at(place: number): TraceConversation;
}

/** Of what is in memory. */
export function conversationList(all: readonly TraceConversation[]): ConversationSource {
  const at = (place: number) => all[place] as TraceConversation;
  return { count: all.length, at, agentName: agentNameIn(all.length, at) };
}

/** Of traces that lie on disk: the same as of all of them in memory. */
export function conversationsOf(traces: TraceList, options: GroupOptions): ConversationSource {
  const { spill, offsets, lengths, hasAgentNames } = traces;
  const groups = areTogether(options, traces.hasNames) ? groupsOf(traces) : undefined;
  const reader = spill.reader();
  const read = (place: number) => readRecord(reader.text(offsets[place] ?? 0, lengths[place] ?? 0));
  const at = (place: number): TraceConversation => {
    const records = groups?.[place]?.map(read) ?? [read(place)];
    return conversationOf(records[0]?.key.key ?? "", records);
  };
  const count = groups?.length ?? offsets.length;
  return { count, at, agentName: hasAgentNames ? agentNameIn(count, at) : undefined };
}

function groupsOf({ keys }: TraceList): readonly (readonly number[])[] {
  const groups: number[][] = [];
  const byKey = new Map<string, number[]>();
  for (const [place, key] of keys.entries()) {
    const known = key === null ? undefined : byKey.get(key);
    if (known !== undefined) {
      known.push(place);
      continue;
    }
    const group = [place];
    groups.push(group);
    if (key !== null) byKey.set(key, group);
  }
  return groups;
}

function agentNameIn(count: number, at: (place: number) => TraceConversation): string | undefined {
  for (let place = 0; place < count; place += 1) {
    const found = at(place).turns.find(({ agentName }) => agentName !== undefined);
    if (found !== undefined) return found.agentName;
  }
  return undefined;
}
