import { errorFromProblems } from "../../core/errors.ts";
import type { ConversationScenario, SessionInput } from "../../core/eval-set.ts";
import { locateProblems } from "../../core/json/json-place.ts";
import { parseJsonText } from "../../core/json/json-text.ts";
import { withDefault } from "../../core/schema/object-field.ts";
import { object } from "../../core/schema/object-schema.ts";
import { ParseContext, type Schema } from "../../core/schema/parse-context.ts";
import { array } from "../../core/schema/schema.ts";
import { sessionInputSchema } from "../schema/eval-case-schema.ts";
import { scenarioSchema } from "../schema/scenario-schema.ts";

const scenariosSchema = object<{ readonly scenarios: readonly ConversationScenario[] }>(
  { scenarios: withDefault(array(scenarioSchema), []) },
  { expected: "a scenarios file", unknown: "refuse" },
);

/** Reads a file `{"scenarios": [ … ]}`. */
export function readScenarios(text: string, file?: string): readonly ConversationScenario[] {
  return readAs(scenariosSchema, text, file).scenarios;
}

/** Reads a session input file. */
export function readSessionInput(text: string, file?: string): SessionInput {
  return readAs(sessionInputSchema, text, file);
}

function readAs<T>(schema: Schema<T>, text: string, file: string | undefined): T {
  const { value } = parseJsonText(text, { file });
  const context = new ParseContext();
  const result = schema.read(value, context);
  if (context.problems.length === 0) return result;
  throw errorFromProblems("eval-set/invalid", locateProblems(text, context.problems, file));
}
