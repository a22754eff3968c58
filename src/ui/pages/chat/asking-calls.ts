import type { ChatTurn } from "../../../core/chats/chat.ts";
import type { SpanRow, TurnView } from "../trace/trace-types.ts";
import { type ShownCall, shownSteps } from "./chat-words.ts";

/** The tool calls of a turn, in their order, which is that of their spans. */
export function callsIn({ steps }: Pick<ChatTurn, "steps">): readonly ShownCall[] {
  return shownSteps(steps).filter((step) => step.type === "call");
}

/** The last model call before the tool call with this place in the turn. */
export function askingFor({ spans }: TurnView, place: number): readonly SpanRow[] {
  const tool = spans.filter(({ kind }) => kind === "tool")[place];
  const before = tool === undefined ? [] : spans.slice(0, spans.indexOf(tool));
  return before.filter(({ kind }) => kind === "model").slice(-1);
}

export interface PromptMark {
  readonly lines: number;
  readonly of: number;
}

export interface PromptMarks {
  /** By the `at` of the tool call that the changed call led to. */
  readonly ofSteps: ReadonlyMap<number, PromptMark>;
  /** Of the call that answered. */
  readonly ofAnswer?: PromptMark | undefined;
}

/** Where in a turn a model was told otherwise than in its call before. */
export function promptMarks(
  turn: Pick<ChatTurn, "steps">,
  view: TurnView | undefined,
): PromptMarks {
  const ofSteps = new Map<number, PromptMark>();
  if (view === undefined) return { ofSteps };
  const models = view.spans.filter(({ kind }) => kind === "model");
  const told = new Set<SpanRow>();
  for (const [place, { at }] of callsIn(turn).entries()) {
    const asking = askingFor(view, place)[0];
    const upTo = asking === undefined ? -1 : models.indexOf(asking);
    const changed = models
      .slice(0, upTo + 1)
      .find((model) => model.promptChanged !== undefined && !told.has(model));
    if (changed?.promptChanged === undefined) continue;
    told.add(changed);
    ofSteps.set(at, changed.promptChanged);
  }
  const rest = models.find((model) => model.promptChanged !== undefined && !told.has(model));
  return { ofSteps, ofAnswer: rest?.promptChanged };
}
