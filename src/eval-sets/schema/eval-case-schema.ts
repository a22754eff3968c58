import type { EvalCase, SessionInput } from "../../core/eval-set.ts";
import { ifGiven, optional, required, withDefault } from "../../core/schema/object-field.ts";
import { object } from "../../core/schema/object-schema.ts";
import { isObject, type ParseContext, type Schema } from "../../core/schema/parse-context.ts";
import { array, freeObject, number, string, withRead } from "../../core/schema/schema.ts";
import { nearest } from "../../core/text/nearest.ts";
import { caseSettingsSchema } from "./case-settings-schema.ts";
import { checkSettings } from "./check-settings.ts";
import { invocationSchema } from "./invocation-schema.ts";
import { withNamesOnly } from "./names-only.ts";
import { oneRubric, rubricsSchema } from "./rubric-schema.ts";
import { scenarioSchema } from "./scenario-schema.ts";
import { warnAboutTurns } from "./warn-about-turns.ts";

export const sessionInputSchema: Schema<SessionInput> = object<SessionInput>(
  {
    appName: required(string),
    userId: required(string),
    sessionId: optional(string),
    state: withDefault(freeObject, {}, "The session state before the first turn."),
  },
  { expected: "a session input", unknown: "keep", title: "SessionInput" },
);

/** ADK reads null as an expected state that nobody gave. */
const finalSessionState = withRead(
  freeObject,
  (value, context, inner) => (value === null ? (undefined as never) : inner.read(value, context)),
  () => ({ anyOf: [{ type: "object" }, { type: "null" }] }),
);

const caseObject: Schema<EvalCase> = object<EvalCase>(
  {
    evalId: required(string, "Unique within the set."),
    conversation: optional(array(invocationSchema), "The turns of a scripted conversation."),
    conversationScenario: optional(scenarioSchema, "A conversation with a simulated user."),
    sessionInput: optional(sessionInputSchema),
    creationTimestamp: withDefault(number, 0, "Unix seconds."),
    rubrics: optional(rubricsSchema, "Properties that a judge is asked about, for every turn."),
    finalSessionState: ifGiven(
      finalSessionState,
      {},
      "The session state expected when the conversation is over.",
    ),
    assay: optional(caseSettingsSchema, "Settings of Assay for this case; ADK ignores them."),
  },
  {
    expected: "an eval case",
    unknown: "keep",
    title: "EvalCase",
    shorthand: {
      user_simulator: {
        field: "conversationScenario",
        schema: scenarioSchema as Schema<unknown>,
        says: 'Write "conversation_scenario".',
        // beside a conversation ADK keeps it as an unknown key
        applies: (value, { conversation }) =>
          value !== null && (conversation === undefined || conversation === null),
      },
      rubric: {
        field: "rubrics",
        schema: oneRubric,
        says: 'Write "rubrics": [ … ] with one rubric.',
        applies: (value) => typeof value === "string",
      },
    },
  },
);

/** One case; exactly one of the two kinds of conversation is given. */
export const evalCaseSchema: Schema<EvalCase> = withRead(caseObject, (value, context, inner) => {
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
  context: ParseContext,
): void {
  // a conversation that could not be read is reported already, and is not a missing one
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
    reportNeither(source, context);
  }
}

const conversations = ["conversation", "conversation_scenario"];

function reportNeither(source: Readonly<Record<string, unknown>>, context: ParseContext): void {
  const meant = Object.keys(source).find((key) => nearest(key, conversations) !== undefined);
  if (meant !== undefined) context.path.push(meant);
  context.problem('A case needs "conversation" or "conversation_scenario"; this one has neither.', {
    hint:
      meant === undefined
        ? 'Add "conversation": [ … ] with the turns.'
        : `Did you mean "${nearest(meant, conversations)}"?`,
    mark: "key",
  });
  if (meant !== undefined) context.path.pop();
}
