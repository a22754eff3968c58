import { errorFromProblems } from "../core/errors.ts";
import type { ConversationScenario, EvalCase, SessionInput } from "../core/eval-set.ts";
import { locateProblems, parseJsonText } from "../core/json-text.ts";
import { list, object, Reading, type Shape, withDefault } from "../core/shape.ts";
import { sessionInputShape } from "./eval-case-shape.ts";
import { type EvalSetFolder, withCase } from "./eval-set-folder.ts";
import { scenarioId } from "./scenario-id.ts";
import { scenarioShape } from "./scenario-shape.ts";

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

const scenariosShape = object<{ readonly scenarios: readonly ConversationScenario[] }>(
  { scenarios: withDefault(list(scenarioShape), []) },
  { called: "a scenarios file", unknown: "refuse" },
);

/** Reads a file `{"scenarios": [ … ]}`. */
export function readScenarios(text: string, file?: string): readonly ConversationScenario[] {
  return readAs(scenariosShape, text, file).scenarios;
}

/** Reads a session input file. */
export function readSessionInput(text: string, file?: string): SessionInput {
  return readAs(sessionInputShape, text, file);
}

function readAs<T>(shape: Shape<T>, text: string, file: string | undefined): T {
  const { value } = parseJsonText(text, { file });
  const reading = new Reading();
  const result = shape.read(value, reading);
  if (reading.problems.length === 0) return result;
  throw errorFromProblems("eval-set/invalid", locateProblems(text, reading.problems, file));
}
