import type { ConversationScenario, EvalCase, SessionInput } from "../../core/eval-set.ts";
import { type EvalSetFolder, withCase } from "../eval-set-folder.ts";
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
