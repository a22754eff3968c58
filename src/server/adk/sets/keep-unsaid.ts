import type { EvalCase } from "../../../core/eval-set.ts";
import { type IntermediateData, type Invocation, isRecorded } from "../../../core/invocation.ts";

/**
 * A case as a client of ADK's sent it, and what it did not say of the case that is there. ADK's form cannot leave a list out, so
 * an empty one says nothing: as a reference it would say that nothing is expected.
 */
export function keepUnsaid(sent: EvalCase, before: EvalCase): EvalCase {
  const { finalSessionState: state } = sent;
  const isUnsaid = state === undefined || Object.keys(state).length === 0;
  const turnBefore = turnsOf(sent, before);
  return {
    ...before,
    ...sent,
    rubrics: sent.rubrics ?? before.rubrics,
    finalSessionState: isUnsaid ? before.finalSessionState : state,
    assay: sent.assay ?? before.assay,
    conversation: sent.conversation?.map((turn, place) => keptTurn(turn, turnBefore(turn, place))),
    conversationScenario: sent.conversationScenario,
    sessionInput: sent.sessionInput,
    creationTimestamp: sent.creationTimestamp,
  };
}

/** Which turn of the case a sent one stands for: by its id, else by its place where none came or went. */
function turnsOf({ conversation: sent = [] }: EvalCase, { conversation: before = [] }: EvalCase) {
  return ({ invocationId }: Invocation, place: number): Invocation | undefined => {
    if (invocationId !== "") return before.find((turn) => turn.invocationId === invocationId);
    return sent.length === before.length ? before[place] : undefined;
  };
}

function keptTurn(sent: Invocation, before: Invocation | undefined): Invocation {
  return {
    ...sent,
    rubrics: sent.rubrics ?? before?.rubrics,
    appDetails: sent.appDetails ?? before?.appDetails,
    intermediateData: keptData(sent.intermediateData, before?.intermediateData),
  };
}

function keptData(
  sent: Invocation["intermediateData"],
  before: Invocation["intermediateData"],
): Invocation["intermediateData"] {
  if (sent === undefined || isRecorded(sent)) return sent;
  const old: Partial<IntermediateData> = before === undefined || isRecorded(before) ? {} : before;
  const toolResponses = saidOr(sent.toolResponses, old.toolResponses);
  const intermediateResponses = saidOr(sent.intermediateResponses, old.intermediateResponses);
  const isNothing =
    sent.toolUses.length === 0 &&
    toolResponses === undefined &&
    intermediateResponses === undefined;
  if (isNothing && before === undefined) return undefined;
  return { toolUses: sent.toolUses, toolResponses, intermediateResponses };
}

/** What was taken out of a list is no reference any more; an empty one stays what it was. */
function saidOr<Value>(
  sent: readonly Value[] | undefined,
  before: readonly Value[] | undefined,
): readonly Value[] | undefined {
  if (sent !== undefined && sent.length > 0) return sent;
  return before?.length === 0 ? before : undefined;
}
