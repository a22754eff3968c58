import { errorFromProblems } from "../../core/errors.ts";
import type { ConversationScenario, EvalCase, SessionInput } from "../../core/eval-set.ts";
import { locateProblems } from "../../core/json/json-place.ts";
import { parseJsonText } from "../../core/json/json-text.ts";
import { array, object, ParseContext, type Schema, withDefault } from "../../core/schema/schema.ts";
import { type EvalSetFolder, withCase } from "../eval-set-folder.ts";
import { sessionInputSchema } from "../schema/eval-case-schema.ts";
import { scenarioSchema } from "../schema/scenario-schema.ts";
import { scenarioId } from "./scenario-id.ts";

export interface AddedScenario {
  readonly evalId: string;
  /** False when the set has had such a case before. */
  readonly added: boolean;
}

/** Adds a case for every scenario that the set does not have yet. Either all of them find a place or the set stays as it is. */
export async function addScenarios(
  folder: EvalSetFolder,
  evalSetId: string,
  cases: {
    readonly scenarios: readonly ConversationScenario[];
    readonly sessionInput?: SessionInput | undefined;
    /** Unix seconds. */
    readonly now: number;
  },
): Promise<readonly AddedScenario[]> {
  let reported: AddedScenario[] = [];
  await folder.change(evalSetId, (before) => {
    // the file may be read again when somebody else has changed it
    reported = [];
    let evalSet = before;
    const known = new Set(before.evalCases.map((each) => each.evalId));
    for (const scenario of cases.scenarios) {
      const evalId = scenarioId(scenario);
      reported.push({ evalId, added: !known.has(evalId) });
      if (known.has(evalId)) continue;
      known.add(evalId);
      evalSet = withCase(evalSet, caseOf(evalId, scenario, cases));
    }
    return evalSet.evalCases;
  });
  return reported;
}

function caseOf(
  evalId: string,
  conversationScenario: ConversationScenario,
  { sessionInput, now }: { readonly sessionInput?: SessionInput | undefined; readonly now: number },
): EvalCase {
  return {
    evalId,
    conversationScenario,
    sessionInput,
    creationTimestamp: now,
  };
}

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
