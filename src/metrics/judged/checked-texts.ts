import { textOf } from "../../core/content.ts";
import { type Invocation, type InvocationEvent, isRecorded } from "../../core/invocation.ts";
import type { Material } from "../../core/judge.ts";
import { allInstructions, earlierTurns, stepOf, stepsOf } from "./prompts/conversation-material.ts";
import { eventsOf, groundingOf, toolDeclarationsOf, userText } from "./prompts/turn-material.ts";

/** A text that is checked for hallucinations, and what the agent had to go by when it wrote it. */
export interface CheckedText {
  readonly text: string;
  readonly context: readonly Material[];
}

/** The answer of a turn; before it, where that is asked for, everything recorded that was said on the way. */
export function checkedTexts(
  turn: Invocation,
  earlier: readonly Invocation[],
  withIntermediate: boolean,
): readonly CheckedText[] {
  const events = eventsOf(turn);
  const texts = withIntermediate
    ? events.flatMap((event, place) => textsOfEvent(turn, event, events.slice(0, place)))
    : [];
  const answer = textOf(turn.finalResponse);
  const all = answer ? [...texts, { text: answer, context: contextOf(turn, events) }] : texts;
  const before = earlierTurns(earlier);
  return all.map(({ text, context }) => ({ text, context: [...before, ...context] }));
}

/** Sources that came with an event are known to it; its own words are not evidence for themselves. */
function textsOfEvent(
  turn: Invocation,
  event: InvocationEvent,
  before: readonly InvocationEvent[],
): readonly CheckedText[] {
  const texts = (event.content?.parts ?? []).flatMap(({ text }) => (text ? [text] : []));
  if (texts.length === 0) return [];
  const { groundingMetadata, author } = event;
  const known =
    groundingMetadata === undefined ? before : [...before, { author, groundingMetadata }];
  const context = contextOf(turn, known);
  return texts.map((text) => ({ text, context }));
}

function contextOf(turn: Invocation, events: readonly InvocationEvent[]): readonly Material[] {
  const steps = isRecorded(turn.intermediateData)
    ? events.flatMap(({ author, content }) =>
        (content?.parts ?? []).flatMap((part) => stepOf(`agent ${author}`, part)),
      )
    : stepsOf(turn);
  return [
    allInstructions([turn]),
    { title: "What the user wrote", text: userText(turn) },
    toolDeclarationsOf([turn]),
    groundingOf(events),
    { title: "What happened before the text", text: JSON.stringify(steps) },
  ];
}
