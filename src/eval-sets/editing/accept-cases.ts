import { UserFacingError } from "../../core/errors.ts";
import type { EvalCase } from "../../core/eval-set.ts";
import type { Invocation } from "../../core/invocation.ts";
import { editJson, sameJson } from "../../core/json/json-edit.ts";
import { parseJsonText } from "../../core/json/json-text.ts";
import { isObject } from "../../core/schema/parse-context.ts";
import { shellWord } from "../../core/text/shell-word.ts";
import { readEvalSet } from "../reading/read-eval-set.ts";
import { invocationSchema } from "../schema/invocation-schema.ts";
import { acceptState } from "./accept-state.ts";
import { acceptTurn } from "./accept-turn.ts";

/** A case and what the agent did in it. */
export interface AcceptedCase {
  /** As it was when the run was made. */
  readonly evalCase: EvalCase;
  /** Turns that are undefined stay as they are. */
  readonly turns: readonly (AcceptedTurn | undefined)[];
  /** The session state at the end; undefined where the agent does not report it, or where it was as expected. */
  readonly finalState?: Readonly<Record<string, unknown>> | undefined;
  /** The state is compared as a whole, so that keys the author does not name count too. */
  readonly isStateWhole: boolean;
}

export interface AcceptedTurn {
  readonly actual: Invocation;
  readonly callsMatched: boolean;
  readonly callsDiffered: boolean;
  readonly responsesMatched: boolean;
  readonly responsesDiffered: boolean;
  /** True: the answer that stands there stays. */
  readonly keepsAnswer?: boolean | undefined;
}

/** The text of an eval set with what agents did as the references of these cases. Nothing else of it changes. */
export function acceptCases(text: string, cases: readonly AcceptedCase[], file: string): string {
  const { evalSet } = readEvalSet(text, { file });
  const { value } = parseJsonText(text);
  if (!isObject(value) || !Array.isArray(value.eval_cases)) {
    throw new UserFacingError("eval-set/invalid", `${file} is in an old format.`, {
      hint: `Make an eval set of it first:  assay eval-set migrate ${shellWord(file)} NEW.evalset.json`,
    });
  }
  let edited = text;
  for (const accepted of cases) {
    const { evalId } = accepted.evalCase;
    const index = evalSet.evalCases.findIndex((each) => each.evalId === evalId);
    const evalCase = evalSet.evalCases[index];
    if (evalCase === undefined) throw changed(file, evalId, "is no longer there");
    checkSame(evalCase, accepted.evalCase, file);
    const inFile = value.eval_cases[index];
    for (const [turn, done] of acceptedTurns(accepted)) {
      const path = ["eval_cases", index, "conversation", turn];
      const written = inFile.conversation[turn];
      const expected = evalCase.conversation?.[turn] as Invocation;
      const after = acceptTurn(written, { expected, ...done });
      if (after === undefined) throw oldForm(file, evalId);
      edited = editJson(edited, path, after);
    }
    const key = ["final_session_state", "finalSessionState"].find((each) => isObject(inFile[each]));
    if (key !== undefined && accepted.finalState !== undefined) {
      const state = acceptState(inFile[key], accepted.finalState, accepted.isStateWhole);
      edited = editJson(edited, ["eval_cases", index, key], state);
    }
  }
  readEvalSet(edited, { file });
  return edited;
}

function acceptedTurns({ turns }: AcceptedCase) {
  return turns.flatMap((done, turn) => (done === undefined ? [] : [[turn, done] as const]));
}

/** What the agent was asked and compared with must be the same; tags and the like may have changed. */
function checkSame(now: EvalCase, then: EvalCase, file: string): void {
  const written = ({ conversation = [] }: EvalCase) =>
    JSON.parse(JSON.stringify(conversation.map((turn) => invocationSchema.write(turn, "full"))));
  if (sameJson(written(now), written(then))) return;
  const what = sameJson(askedIn(now), askedIn(then)) ? "references" : "turns";
  throw changed(file, now.evalId, `has other ${what} now`);
}

function askedIn({ conversation = [] }: EvalCase): unknown {
  return JSON.parse(JSON.stringify(conversation.map((turn) => turn.userContent)));
}

function changed(file: string, evalId: string, how: string): UserFacingError {
  return new UserFacingError("eval-set/changed", `The case "${evalId}" of ${file} ${how}.`, {
    hint: "What was done belongs to what was asked and expected then. Run it again, and accept that run. Nothing was written.",
  });
}

function oldForm(file: string, evalId: string): UserFacingError {
  return new UserFacingError(
    "eval-set/invalid",
    `The case "${evalId}" has calls in the old form, under "expected_tool_use".`,
    {
      hint: `Bring the set into the new form first:  assay eval-set format ${shellWord(file)} --strict`,
    },
  );
}
