import type { Rubric } from "../../../core/rubric.ts";

/** What a ready-made rubric is about: the type that rubrics of cases and turns name. */
export type RubricType = "FINAL_RESPONSE_QUALITY" | "TOOL_USE_QUALITY" | "TRAJECTORY_QUALITY";

interface ReadyMade {
  readonly type: RubricType;
  readonly property: string;
}

/** Properties that are worth asking about of most agents, each a sentence that a judge can decide. */
const library = {
  tool_selection: {
    type: "TOOL_USE_QUALITY",
    property:
      "Every tool that was called is one that fits what the user asked for in this turn, and where a tool of the agent would have been needed, it was called.",
  },
  tool_parameters: {
    type: "TOOL_USE_QUALITY",
    property:
      "Every argument of every call follows from the user's words, from the conversation before or from what a tool had answered; none is invented, left out or of another form than the tool declares.",
  },
  tool_order: {
    type: "TOOL_USE_QUALITY",
    property:
      "The calls were made in an order that works: whatever a call needs was known from earlier answers when it was made, and nothing was changed before it was looked up or agreed to.",
  },
  tool_economy: {
    type: "TOOL_USE_QUALITY",
    property:
      "No call was made that was not needed: none repeats an earlier one that had been answered, and none asks for what was already known.",
  },
  tool_failures: {
    type: "TOOL_USE_QUALITY",
    property:
      "Where a tool answered with an error, the agent corrected the call, took another way or stopped; it did not send the same call again without a reason.",
  },
  answers_question: {
    type: "FINAL_RESPONSE_QUALITY",
    property:
      "The answer gives the user what they asked for, all of it, or says plainly which part it cannot give.",
  },
  grounded_answer: {
    type: "FINAL_RESPONSE_QUALITY",
    property:
      "Every fact, number and name in the answer is borne out by the user's words, by a tool's answer or by the agent's instructions.",
  },
  honest_about_actions: {
    type: "FINAL_RESPONSE_QUALITY",
    property:
      "The answer claims nothing to be done that no successful tool call stands behind, and hides no failure.",
  },
  goal_reached: {
    type: "TRAJECTORY_QUALITY",
    property: "By the end of the conversation the user has what they came for.",
  },
  no_detours: {
    type: "TRAJECTORY_QUALITY",
    property:
      "The conversation goes straight to its goal: no step is repeated without a reason, nothing that the user had already said is asked again.",
  },
} as const satisfies Readonly<Record<string, ReadyMade>>;

export type ReadyMadeRubric = keyof typeof library;

/** Names of the rubrics that a metric of this type can use. */
export function readyMadeRubrics(type: RubricType): readonly ReadyMadeRubric[] {
  return names.filter((name) => library[name].type === type);
}

const names = Object.keys(library) as readonly ReadyMadeRubric[];

export function readyMadeRubric(name: ReadyMadeRubric): Rubric {
  const { type, property } = library[name];
  return { rubricId: name, rubricContent: { textProperty: property }, type };
}
