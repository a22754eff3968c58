import type { Part } from "../../../core/content.ts";
import { textOf } from "../../../core/content.ts";
import { type Invocation, isRecorded } from "../../../core/invocation.ts";
import type { Material } from "../../../core/judge.ts";

/** Every turn as a list of events, so that no text in it can pass for somebody else's line. */
export function conversationMaterial(turns: readonly Invocation[]): readonly Material[] {
  return turns.map((turn, place) => ({
    title: `Turn ${place + 1} of ${turns.length}`,
    text: JSON.stringify(eventsOfTurn(turn)),
  }));
}

/** What came before a turn, where anything did: answers may rest on it. */
export function earlierTurns(turns: readonly Invocation[]): readonly Material[] {
  if (turns.length === 0) return [];
  return [{ title: "Earlier turns", text: JSON.stringify(turns.map(eventsOfTurn)) }];
}

/** Only what was said to each other: the user's messages and the answers. */
export function dialogueMaterial(turns: readonly Invocation[]): Material {
  const said = turns.flatMap((turn) => [
    { by: "user", text: textOf(turn.userContent) ?? "" },
    { by: "agent", text: textOf(turn.finalResponse) ?? "" },
  ]);
  return { title: "The conversation before this message", text: JSON.stringify(said) };
}

/** The instructions of every agent that took part, each once. */
export function allInstructions(turns: readonly Invocation[]): Material {
  const byAgent = new Map<string, string>();
  for (const turn of turns) {
    for (const [id, { instructions }] of Object.entries(turn.appDetails?.agentDetails ?? {})) {
      if (!byAgent.has(id) && instructions !== "") byAgent.set(id, instructions);
    }
  }
  const text = byAgent.size === 0 ? "None are known." : JSON.stringify(Object.fromEntries(byAgent));
  return { title: "Instructions of the agents", text };
}

function eventsOfTurn(turn: Invocation): readonly object[] {
  const user = { by: "user", text: textOf(turn.userContent) ?? "" };
  const answer = textOf(turn.finalResponse);
  const first = isRecorded(turn.intermediateData)
    ? turn.intermediateData.invocationEvents[0]?.author
    : undefined;
  return [
    user,
    ...stepsOf(turn),
    ...(answer ? [{ by: `agent ${first ?? ""}`.trim(), answer }] : []),
  ];
}

/** What happened between the message and the answer. */
export function stepsOf({ intermediateData: data }: Invocation): readonly object[] {
  if (data === undefined) return [];
  if (isRecorded(data)) {
    return data.invocationEvents.flatMap(({ author, content }) =>
      (content?.parts ?? []).flatMap((part) => stepOf(`agent ${author}`, part)),
    );
  }
  return [
    ...(data.intermediateResponses ?? []).flatMap(([author, parts]) =>
      parts.flatMap((part) => stepOf(`agent ${author}`, part)),
    ),
    ...data.toolUses.flatMap((functionCall) => stepOf("agent", { functionCall })),
    ...(data.toolResponses ?? []).flatMap((functionResponse) =>
      stepOf("agent", { functionResponse }),
    ),
  ];
}

export function stepOf(by: string, part: Part): readonly object[] {
  const steps: object[] = [];
  if (part.text) steps.push({ by, text: part.text });
  if (part.functionCall !== undefined) {
    steps.push({ by, calls: part.functionCall.name, args: part.functionCall.args ?? {} });
  }
  if (part.functionResponse !== undefined) {
    const { name, response } = part.functionResponse;
    steps.push({ by: `tool ${name ?? ""}`.trim(), answers: response ?? {} });
  }
  return steps;
}
