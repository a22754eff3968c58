/** A conversation with a model: exchanges that carry on from each other's calls. */
export interface WireConversation {
  readonly begunAt: number;
  endedAt: number;
}

/** A call that a model asked for in a conversation, and the time until a request reported its result. */
export interface WireCall {
  readonly id: string;
  readonly conversation: WireConversation;
  readonly openedAt: number;
  /** Undefined when no request reported its result. */
  closedAt: number | undefined;
}

/**
 * The calls that a conversation ran inside of, outermost first: a conversation that began and ended while another one waited
 * for a tool is that tool's own. Those that merely overlap, as of agents that work side by side, are not.
 */
export function callsAround(
  conversation: WireConversation,
  calls: readonly WireCall[],
): readonly string[] {
  let inner: WireCall | undefined;
  for (const call of calls) {
    if (!isInside(conversation, call)) continue;
    if (inner === undefined || call.openedAt > inner.openedAt) inner = call;
  }
  return inner === undefined ? [] : [...callsAround(inner.conversation, calls), inner.id];
}

function isInside(conversation: WireConversation, call: WireCall): boolean {
  if (call.conversation === conversation || call.closedAt === undefined) return false;
  return call.openedAt < conversation.begunAt && conversation.endedAt <= call.closedAt;
}
