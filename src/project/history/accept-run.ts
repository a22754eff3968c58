import { type FunctionCall, type FunctionResponse, textOf } from "../../core/content.ts";
import { UserFacingError } from "../../core/errors.ts";
import type { EvalCase } from "../../core/eval-set.ts";
import { caseKeyOf } from "../../core/folds/case-key.ts";
import { toolCallsOf, toolResponsesOf } from "../../core/invocation.ts";
import { sameJson } from "../../core/json/json-edit.ts";
import type { CaseResult } from "../../core/run.ts";
import type { RunInfo } from "../../core/run-info.ts";
import type { Secret } from "../../core/secrets/secret-mask.ts";
import { type AcceptedCase, acceptCases } from "../../eval-sets/editing/accept-cases.ts";
import { acceptState } from "../../eval-sets/editing/accept-state.ts";
import { editFile } from "../../eval-sets/editing/edit-eval-set.ts";
import { readEvalSet } from "../../eval-sets/reading/read-eval-set.ts";
import { readTextFile } from "../../files/read-text-file.ts";
import { shortPath } from "../../files/short-path.ts";
import { isCode } from "../eval-sets/open-set-file.ts";
import { hidesSecret } from "../run/secrets/hidden-secret.ts";
import { type AcceptedPart, partOf } from "./accepted-part.ts";
import { chooseResults } from "./choose-results.ts";
import { fileOfSet } from "./file-of-set.ts";
import type { LoadedRun } from "./load-run.ts";

interface AcceptRequest {
  /** None means every case that failed. */
  readonly cases: readonly string[];
  /** Which trial, counted from 1, where they disagree. */
  readonly trial?: number | undefined;
  readonly secrets: readonly (string | Secret)[];
  /** Messages call files as they are seen from here. */
  readonly cwd: string;
  /** Accepts this part of one conversation alone. */
  readonly part?: AcceptedPart | undefined;
}

/** What is to become of one file. */
export interface Acceptance {
  readonly path: string;
  /** How messages call it. */
  readonly name: string;
  readonly evalSetId: string;
  readonly cases: readonly AcceptedCase[];
  readonly changes: readonly TurnChange[];
}

/** One turn whose reference becomes another, or the state at the end: what was expected, and what will be. */
export interface TurnChange {
  readonly evalId: string;
  /** Counted from 0; undefined for what is about the whole conversation. */
  readonly turn?: number | undefined;
  readonly turns: number;
  readonly answer?: Change<string | undefined> | undefined;
  readonly calls?: Change<readonly FunctionCall[]> | undefined;
  readonly responses?: Change<readonly FunctionResponse[]> | undefined;
  readonly state?: Change<Readonly<Record<string, unknown>>> | undefined;
}

interface Change<T> {
  readonly before: T;
  readonly after: T;
}

export interface AcceptancePlan {
  readonly files: readonly Acceptance[];
  /** Cases that were left out, with why, a sentence each. */
  readonly leftOut: readonly string[];
}

/** Decides whose answers and calls can become references. A case that was named and cannot is an error, others are left out. */
export async function planAcceptance(
  run: LoadedRun,
  request: AcceptRequest,
): Promise<AcceptancePlan> {
  const { about } = run.summary;
  const named = request.cases.length > 0;
  const results = named ? await chooseResults(run, request.cases) : await failedOnes(run);
  const byFile = new Map<string, { evalSetId: string; cases: AcceptedCase[] }>();
  const leftOut: string[] = [];
  for (const trials of byCase(results)) {
    const why = refusal(trials, request) ?? refusalOfSet(trials, about, request);
    if (why !== undefined) {
      if (named) throw cannotAccept(why);
      leftOut.push(why);
      continue;
    }
    const result = chosenTrial(trials, request) as CaseResult;
    const path = pathOf(result, about, request) as string;
    const file = byFile.get(path) ?? { evalSetId: result.evalSetId, cases: [] };
    file.cases.push(partOf(acceptedCase(result, about), result, request.part));
    byFile.set(path, file);
  }
  const files: Acceptance[] = [];
  for (const [path, file] of byFile) {
    // what cannot be written is reported before anybody is asked
    const name = shortPath(path, request.cwd);
    const text = acceptCases(
      await readTextFile(path, { name, invalid: "eval-set/invalid" }),
      file.cases,
      name,
    );
    const { evalCases } = readEvalSet(text, { file: name }).evalSet;
    const changes = file.cases.flatMap(({ evalCase }) =>
      changesOf(evalCase, evalCases.find((each) => each.evalId === evalCase.evalId) ?? evalCase),
    );
    files.push({ path, name, ...file, changes });
  }
  return { files, leftOut };
}

/** Writes it, each file at once, on what stands in the file then. */
export async function writeAcceptance({ files }: AcceptancePlan): Promise<void> {
  for (const { path, name, cases } of files) {
    await editFile(path, (text) => acceptCases(text, cases, name), name);
  }
}

function changesOf(before: EvalCase, after: EvalCase): readonly TurnChange[] {
  const turns = before.conversation ?? [];
  const { finalSessionState: expected = {} } = before;
  const { finalSessionState: state = expected } = after;
  const ofTurns = turns.flatMap((old, turn) => {
    const now = after.conversation?.[turn] ?? old;
    const answer = { before: textOf(old.finalResponse), after: textOf(now.finalResponse) };
    const calls = { before: toolCallsOf(old), after: toolCallsOf(now) };
    const responses = { before: toolResponsesOf(old), after: toolResponsesOf(now) };
    const changed = {
      ...(answer.before === answer.after ? {} : { answer }),
      ...(sameJson(plain(calls.before), plain(calls.after)) ? {} : { calls }),
      ...(sameJson(plain(responses.before), plain(responses.after)) ? {} : { responses }),
    };
    const place = { evalId: before.evalId, turn, turns: turns.length };
    return Object.keys(changed).length === 0 ? [] : [{ ...place, ...changed }];
  });
  if (sameJson(plain(expected), plain(state))) return ofTurns;
  const ofState = { before: expected, after: state };
  return [...ofTurns, { evalId: before.evalId, turns: turns.length, state: ofState }];
}

async function failedOnes(run: LoadedRun): Promise<readonly CaseResult[]> {
  const results: CaseResult[] = [];
  for await (const result of run.cases()) results.push(result);
  const failed = new Set(results.filter((each) => each.status !== "passed").map(caseKeyOf));
  return results.filter((result) => failed.has(caseKeyOf(result)));
}

function byCase(results: readonly CaseResult[]): readonly (readonly CaseResult[])[] {
  return [...Map.groupBy(results, caseKeyOf).values()];
}

function chosenTrial(
  trials: readonly CaseResult[],
  { trial }: AcceptRequest,
): CaseResult | undefined {
  return trial === undefined ? trials[0] : trials.find((each) => each.trial === trial - 1);
}

/** Why a case cannot be accepted, in a sentence. */
function refusal(trials: readonly CaseResult[], request: AcceptRequest): string | undefined {
  const result = chosenTrial(trials, request);
  const id = trials[0]?.evalId;
  if (result === undefined) {
    return `${id} has no trial ${request.trial}; the run has ${trials.length} of it.`;
  }
  const { evalCase, invocations, reason, partial } = result;
  if (evalCase.conversation === undefined) {
    return `${id} is a scenario, which has no references. assay eval-set add-case --from-run makes a case of its conversation.`;
  }
  if (partial !== undefined || invocations.length !== evalCase.conversation.length) {
    return `${id} did not run to its end${reason === undefined ? "" : ` (${reason})`}.`;
  }
  if (invocations.some((each) => (textOf(each.finalResponse) ?? "") === "")) {
    return `${id} has a turn without an answer.`;
  }
  if (request.trial === undefined && trials.some((each) => !didTheSame(each, result))) {
    return `The trials of ${id} did not do the same. Name one with --trial.`;
  }
  if (hidesSecret(whatWasDone(result), request.secrets)) {
    return `${id} said a secret, which must not stand in an eval set.`;
  }
  return undefined;
}

function refusalOfSet(
  [result]: readonly CaseResult[],
  about: RunInfo,
  request: AcceptRequest,
): string | undefined {
  if (result === undefined) return undefined;
  const path = pathOf(result, about, request);
  if (path !== undefined && !isCode(path)) return undefined;
  const what = path === undefined ? "no file; a program handed it over" : "code, not data";
  return `The set of ${result.evalId} is ${what}.`;
}

function pathOf(
  { evalSetId }: CaseResult,
  about: RunInfo,
  { cwd }: AcceptRequest,
): string | undefined {
  const path = about.sets.find((set) => set.evalSetId === evalSetId)?.path;
  return path && fileOfSet(about, path, cwd);
}

function didTheSame(a: CaseResult, b: CaseResult): boolean {
  return sameJson(plain(whatWasDone(a)), plain(whatWasDone(b)));
}

function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}

/** All that may become a reference; what tools answered and the state only where the case has references for them. */
function whatWasDone({ evalCase, invocations, finalState }: CaseResult) {
  const { conversation = [], finalSessionState: expected } = evalCase;
  const turns = invocations.map((invocation, turn) => {
    const reference = conversation[turn];
    const isLookedAt = reference !== undefined && toolResponsesOf(reference).length > 0;
    return {
      answer: textOf(invocation.finalResponse),
      calls: toolCallsOf(invocation).map(({ name, args }) => ({ name, args })),
      ...(isLookedAt
        ? { responses: toolResponsesOf(invocation).map((each) => [each.name, each.response]) }
        : {}),
    };
  });
  const isReported = expected !== undefined && finalState !== undefined;
  return { turns, ...(isReported ? { state: acceptState(expected, finalState, false) } : {}) };
}

function acceptedCase(result: CaseResult, about: RunInfo): AcceptedCase {
  const { evalCase, evalSetId, invocations, metrics, finalState } = result;
  const ofCalls = metrics.filter((metric) => metric.name.startsWith("tool_trajectory_"));
  const ofResponses = metrics.filter((metric) => metric.name === "tool_response_match");
  const ofState = metrics.filter((metric) => metric.name === "final_session_state");
  const isAsExpected = ofState.length > 0 && ofState.every((metric) => metric.score === 1);
  const criterion = about.sets
    .find((set) => set.evalSetId === evalSetId)
    ?.config.metrics.find((metric) => metric.name === "final_session_state")?.criterion;
  return {
    evalCase,
    finalState: isAsExpected ? undefined : finalState,
    isStateWhole: criterion?.mode === "exact",
    turns: invocations.map((actual, turn) => {
      const calls = scoresIn(ofCalls, turn);
      const responses = scoresIn(ofResponses, turn);
      return {
        actual,
        callsMatched: calls.length > 0 && calls.every((score) => score === 1),
        callsDiffered: calls.some((score) => score < 1),
        responsesMatched: responses.length > 0 && responses.every((score) => score === 1),
        responsesDiffered: responses.some((score) => score < 1),
      };
    }),
  };
}

function scoresIn(metrics: CaseResult["metrics"], turn: number): readonly number[] {
  return metrics.flatMap((metric) => metric.perInvocation[turn]?.score ?? []);
}

function cannotAccept(why: string): UserFacingError {
  return new UserFacingError("run/not-acceptable", why, {
    hint: "Only what an agent answered and called in a written conversation can become its reference. Nothing was written.",
  });
}
