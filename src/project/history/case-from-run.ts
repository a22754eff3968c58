import { textContent, textOf } from "../../core/content.ts";
import { UserFacingError } from "../../core/errors.ts";
import type { EvalCase } from "../../core/eval-set.ts";
import { type Invocation, toolCallsOf } from "../../core/invocation.ts";
import type { CaseResult } from "../../core/run.ts";
import type { Secret } from "../../core/secrets/secret-mask.ts";
import { hidesSecret } from "../run/secrets/hidden-secret.ts";
import { chooseResults } from "./choose-results.ts";
import type { LoadedRun } from "./load-run.ts";

interface FromRunRequest {
  readonly name: string;
  /** Counted from 1. */
  readonly trial?: number | undefined;
  readonly evalId?: string | undefined;
  /** What the agent did becomes what is expected. */
  readonly references: boolean;
  readonly secrets: readonly (string | Secret)[];
  /** Unix seconds. */
  readonly now: number;
}

/** A case of a finished conversation: what was said in it, and what the agent did as its references. */
export async function caseFromRun(
  run: LoadedRun,
  request: FromRunRequest,
): Promise<{ readonly evalCase: EvalCase; readonly result: CaseResult }> {
  const results = await chooseResults(run, [request.name]);
  const wanted = request.trial ?? 1;
  const sets = new Set(results.map((each) => each.evalSetId));
  if (sets.size > 1) {
    throw new UserFacingError(
      "cli/usage",
      `Several sets of the run have a case "${request.name}".`,
      {
        hint: `Say which one:  ${[...sets].map((id) => `${id}:${request.name}`).join(", ")}`,
      },
    );
  }
  const result = results.find((each) => each.trial === wanted - 1);
  if (result === undefined) {
    const count = results.length === 1 ? "1 trial" : `${results.length} trials`;
    throw new UserFacingError("cli/usage", `There is no trial ${wanted} of ${request.name}.`, {
      hint: `The run has ${count} of it.`,
    });
  }
  const evalCase = caseOf(result, request);
  if (hidesSecret(evalCase, request.secrets)) {
    throw new UserFacingError(
      "run/not-acceptable",
      `${request.name} said a secret, which must not stand in an eval set.`,
      { hint: "Add the case with --no_references, or write it by hand. Nothing was written." },
    );
  }
  return { evalCase, result };
}

function caseOf(result: CaseResult, { evalId, references, now }: FromRunRequest): EvalCase {
  const { evalCase, invocations, partial } = result;
  const turns = [
    ...invocations.map((each) => turnOf(each, references)),
    // what the agent failed at is worth a case most of all, and has no answer to compare with
    ...(partial === undefined ? [] : [turnOf(partial, false)]),
  ];
  const tags = evalCase.assay?.tags;
  return {
    evalId: evalId ?? evalCase.evalId,
    conversation: turns,
    ...(evalCase.sessionInput === undefined ? {} : { sessionInput: evalCase.sessionInput }),
    creationTimestamp: now,
    ...(evalCase.rubrics === undefined ? {} : { rubrics: evalCase.rubrics }),
    ...(tags === undefined ? {} : { assay: { tags } }),
  };
}

function turnOf(invocation: Invocation, references: boolean): Invocation {
  const { userContent } = invocation;
  const turn = { invocationId: "", userContent, creationTimestamp: 0 };
  if (!references) return turn;
  const toolUses = toolCallsOf(invocation).map(({ name, args }) => ({
    ...(name === undefined ? {} : { name }),
    ...(args === undefined ? {} : { args }),
  }));
  return {
    ...turn,
    finalResponse: textContent("model", textOf(invocation.finalResponse) ?? ""),
    intermediateData: { toolUses },
  };
}
