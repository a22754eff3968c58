import type { EvalCase, SessionInput } from "../core/eval-set.ts";
import {
  freeObject,
  ifGiven,
  isObject,
  list,
  number,
  object,
  optional,
  type Reading,
  reading,
  required,
  type Shape,
  text,
  withDefault,
} from "../core/shape.ts";
import { caseSettingsShape } from "./case-settings-shape.ts";
import { checkSettings } from "./check-settings.ts";
import { invocationShape } from "./invocation-shape.ts";
import { withNamesOnly } from "./names-only.ts";
import { oneRubric, rubricsShape } from "./rubric-shape.ts";
import { scenarioShape } from "./scenario-shape.ts";
import { warnAboutTurns } from "./warn-about-turns.ts";

export const sessionInputShape: Shape<SessionInput> = object<SessionInput>(
  {
    appName: required(text),
    userId: required(text),
    sessionId: optional(text),
    state: withDefault(freeObject, {}, "The session state before the first turn."),
  },
  { called: "a session input", unknown: "keep", title: "SessionInput" },
);

/** ADK takes null for an expected state that nobody gave. */
const finalSessionState = reading(
  freeObject,
  (value, context, inner) => (value === null ? (undefined as never) : inner.read(value, context)),
  () => ({ anyOf: [{ type: "object" }, { type: "null" }] }),
);

const caseObject: Shape<EvalCase> = object<EvalCase>(
  {
    evalId: required(text, "Unique within the set."),
    conversation: optional(list(invocationShape), "The turns of a scripted conversation."),
    conversationScenario: optional(scenarioShape, "A conversation that a simulated user holds."),
    sessionInput: optional(sessionInputShape),
    creationTimestamp: withDefault(number, 0, "Unix seconds."),
    rubrics: optional(rubricsShape, "Properties that a judge is asked about, for every turn."),
    finalSessionState: ifGiven(
      finalSessionState,
      {},
      "The session state expected when the conversation is over.",
    ),
    assay: optional(caseSettingsShape, "Settings of Assay for this case; ADK ignores them."),
  },
  {
    called: "an eval case",
    unknown: "keep",
    title: "EvalCase",
    shorthand: {
      user_simulator: {
        field: "conversationScenario",
        shape: scenarioShape as Shape<unknown>,
        says: 'Write "conversation_scenario".',
        // beside a conversation ADK keeps it as an unknown key
        applies: (value, { conversation }) =>
          value !== null && (conversation === undefined || conversation === null),
      },
      rubric: {
        field: "rubrics",
        shape: oneRubric,
        says: 'Write "rubrics": [ … ] with one rubric.',
        applies: (value) => typeof value === "string",
      },
    },
  },
);

/** One case; exactly one of the two kinds of conversation is given. */
export const evalCaseShape: Shape<EvalCase> = reading(caseObject, (value, context, inner) => {
  const read = inner.read(value, context);
  if (!isObject(value)) return read;
  checkConversation(value, read, context);
  const named = withNamesOnly(read, value);
  if (context.problems.length === 0) {
    warnAboutTurns(named, value, context);
    checkSettings(named, value, context);
  }
  return named;
});

function checkConversation(
  source: Readonly<Record<string, unknown>>,
  read: EvalCase,
  context: Reading,
): void {
  // a conversation that could not be read is told already, and is not a missing one
  const scripted = (source.conversation ?? undefined) !== undefined;
  const simulated =
    read.conversationScenario !== undefined ||
    (source.conversation_scenario ?? source.conversationScenario ?? undefined) !== undefined;
  if (scripted && simulated) {
    context.problem(
      'A case has either "conversation" or "conversation_scenario"; this one has both.',
      { hint: "Remove one of them, or make two cases.", mark: "key" },
    );
  } else if (!scripted && !simulated) {
    context.problem(
      'A case needs "conversation" or "conversation_scenario"; this one has neither.',
      { hint: 'Add "conversation": [ … ] with the turns.', mark: "key" },
    );
  }
}
