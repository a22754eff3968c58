import { ARGUMENT_MEANING } from "../../../core/case-settings.ts";
import { textContent } from "../../../core/content.ts";
import type { Invocation } from "../../../core/invocation.ts";
import type { ControlQuestion, ControlSet } from "../../../core/judge-check.ts";

/** A tool, its argument, what is expected there and what was given. */
type Pair = readonly [tool: string, argument: string, wanted: string, given: string];

const passes: readonly Pair[] = [
  [
    "send_message",
    "text",
    "The train is delayed by 20 minutes.",
    "Your train is running 20 min late.",
  ],
  ["search_flights", "query", "flights from Oslo to Rome on 3 May", "3 May, Oslo → Rome, flights"],
  [
    "create_ticket",
    "summary",
    "The printer on floor 4 does not print.",
    "Floor 4: printer not printing",
  ],
  ["set_reminder", "note", "Call the dentist before noon.", "Den Zahnarzt vormittags anrufen."],
  [
    "book_table",
    "wish",
    "A quiet table by the window for four people.",
    "Window table, quiet, 4 guests",
  ],
];

const fails: readonly Pair[] = [
  ["send_message", "text", "The train is delayed by 20 minutes.", "Your train is on time."],
  [
    "search_flights",
    "query",
    "flights from Oslo to Rome on 3 May",
    "flights from Rome to Oslo on 3 May",
  ],
  [
    "create_ticket",
    "summary",
    "The printer on floor 4 does not print.",
    "The scanner on floor 2 is slow.",
  ],
  ["set_reminder", "note", "Call the dentist before noon.", "Do not call the dentist."],
  [
    "book_table",
    "wish",
    "A quiet table by the window for four people.",
    "A table for two in the bar",
  ],
];

/** What a judge is asked before it compares arguments by meaning. */
export const argumentMeaningControls: ControlSet = {
  metric: ARGUMENT_MEANING,
  promptVersion: 1,
  threshold: 1,
  questions: [
    ...passes.map((pair, at) => question(pair, "pass", at)),
    ...fails.map((pair, at) => question(pair, "fail", at)),
  ],
};

function question(
  [tool, argument, wanted, given]: Pair,
  label: ControlQuestion["label"],
  place: number,
): ControlQuestion {
  const id = `${label}-${place + 1}`;
  const turn = (value: string): Invocation => ({
    invocationId: "turn-1",
    userContent: textContent("user", wanted),
    creationTimestamp: 0,
    intermediateData: {
      toolUses: [{ name: tool, args: { [argument]: value } }],
      toolResponses: [],
      intermediateResponses: [],
    },
  });
  return {
    id,
    label,
    actual: [turn(given)],
    evalCase: {
      evalId: id,
      creationTimestamp: 0,
      conversation: [turn(wanted)],
      assay: { args: { [tool]: { [argument]: { semantic: true } } } },
    },
  };
}
