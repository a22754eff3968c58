import type { ChatStep, ChatTurn } from "../../../core/chats/chat.ts";
import { plural } from "../../../core/text/plural.ts";
import { secondsText } from "../../lib/words.ts";

/** `2 steps, 3 model calls, 2.6 s, 1,640 tokens`. */
export function turnFacts({
  steps,
  seconds,
  usage,
}: Pick<ChatTurn, "steps" | "seconds" | "usage">): string {
  const calls = steps.filter(({ type }) => type === "call").length;
  return [
    plural(calls, "step"),
    ...(usage === undefined ? [] : [plural(usage.calls ?? 0, "model call")]),
    ...(seconds === undefined ? [] : [secondsText(seconds)]),
    ...(usage === undefined
      ? []
      : [`${((usage.input ?? 0) + (usage.output ?? 0)).toLocaleString("en-US")} tokens`]),
  ].join(", ");
}

/** A value in a line. */
export function shortValue(value: unknown): string {
  if (value === undefined) return "";
  if (typeof value === "object" && value !== null && !Array.isArray(value)) {
    return Object.entries(value)
      .map(([key, each]) => `${key}: ${JSON.stringify(each)}`)
      .join(", ")
      .slice(0, 200);
  }
  return (JSON.stringify(value) ?? "").slice(0, 200);
}

/** A tool call with what came back, where something did. */
export interface ShownCall {
  readonly type: "call";
  /** The place of the call among the steps. */
  readonly at: number;
  readonly author?: string | undefined;
  readonly id: string;
  readonly tool: string;
  readonly args: unknown;
  readonly output?: unknown;
  readonly error?: string | undefined;
  readonly isAnswered: boolean;
  /** How long it took, where both moments are known. */
  readonly milliseconds?: number | undefined;
}

interface ShownText {
  readonly type: "text";
  readonly at: number;
  readonly author?: string | undefined;
  readonly text: string;
  readonly thought: boolean;
}

export type ShownStep = ShownCall | ShownText;

/** Calls with their results, and what was said in between. */
export function shownSteps(steps: readonly ChatStep[]): readonly ShownStep[] {
  const answered = new Set<number>();
  return steps.flatMap((step, at): readonly ShownStep[] => {
    if (step.type === "text") {
      return [
        { type: "text", at, author: step.author, text: step.text, thought: step.thought === true },
      ];
    }
    if (step.type !== "call") return [];
    const { author, id, tool, args } = step;
    const place = steps.findIndex(
      (each, later) =>
        later > at &&
        !answered.has(later) &&
        each.type === "result" &&
        (id === "" ? each.tool === tool : each.id === id),
    );
    const result = steps[place];
    if (result?.type !== "result") {
      return [{ type: "call", at, author, id, tool, args, isAnswered: false }];
    }
    answered.add(place);
    const took = result.at === undefined || step.at === undefined ? undefined : result.at - step.at;
    const { output, error } = result;
    return [
      {
        type: "call",
        at,
        author,
        id,
        tool,
        args,
        output,
        error,
        isAnswered: true,
        milliseconds: took,
      },
    ];
  });
}
