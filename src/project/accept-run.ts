import { type FunctionCall, textOf } from "../core/content.ts";
import { UserFacingError } from "../core/errors.ts";
import type { EvalCase } from "../core/eval-set.ts";
import { toolCallsOf } from "../core/invocation.ts";
import { sameJson } from "../core/json-edit.ts";
import type { CaseResult, RunAbout } from "../core/run.ts";
import type { Secret } from "../core/secret-mask.ts";
import { type AcceptedCase, acceptCases } from "../eval-sets/accept-cases.ts";
import { editFile } from "../eval-sets/edit-eval-set.ts";
import { readEvalSet } from "../eval-sets/read-eval-set.ts";
import { readTextFile } from "../eval-sets/read-text-file.ts";
import { chooseResults } from "./choose-results.ts";
import { hidesSecret } from "./hidden-secret.ts";
import type { LoadedRun } from "./load-run.ts";
import { isCode } from "./open-set-file.ts";
import { shortPath } from "./short-path.ts";

interface AcceptRequest {
  /** None means every case that failed. */
  readonly cases: readonly string[];
  /** Which repeat, counted from 1, where they disagree. */
  readonly trial?: number | undefined;
  readonly secrets: readonly (string | Secret)[];
  /** Messages call files as they are seen from here. */
  readonly cwd: string;
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

/** One turn whose reference becomes another: what was expected, and what will be. */
export interface TurnChange {
  readonly evalId: string;
  /** Counted from 0. */
  readonly turn: number;
  readonly turns: number;
  readonly answer?: Change<string | undefined> | undefined;
  readonly calls?: Change<readonly FunctionCall[]> | undefined;
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
    const why = refusal(trials, request) ?? refusalOfSet(trials, about);
    if (why !== undefined) {
      if (named) throw cannotAccept(why);
      leftOut.push(why);
      continue;
    }
    const result = chosenTrial(trials, request) as CaseResult;
    const path = pathOf(result, about) as string;
    const file = byFile.get(path) ?? { evalSetId: result.evalSetId, cases: [] };
    file.cases.push(acceptedCase(result));
    byFile.set(path, file);
  }
  const files: Acceptance[] = [];
  for (const [path, file] of byFile) {
    // what cannot be written is told before anybody is asked
    const name = shortPath(path, request.cwd);
    const text = acceptCases(await readTextFile(path, name), file.cases, name);
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
  return turns.flatMap((old, turn) => {
    const now = after.conversation?.[turn] ?? old;
    const answer = { before: textOf(old.finalResponse), after: textOf(now.finalResponse) };
    const calls = { before: toolCallsOf(old), after: toolCallsOf(now) };
    const changed = {
      ...(answer.before === answer.after ? {} : { answer }),
      ...(sameJson(plain(calls.before), plain(calls.after)) ? {} : { calls }),
    };
    const place = { evalId: before.evalId, turn, turns: turns.length };
    return Object.keys(changed).length === 0 ? [] : [{ ...place, ...changed }];
  });
}

async function failedOnes(run: LoadedRun): Promise<readonly CaseResult[]> {
  const results: CaseResult[] = [];
  for await (const result of run.cases()) results.push(result);
  const failed = new Set(results.filter((each) => each.status !== "passed").map(keyOf));
  return results.filter((result) => failed.has(keyOf(result)));
}

function keyOf({ evalSetId, evalId }: CaseResult): string {
  return JSON.stringify([evalSetId, evalId]);
}

function byCase(results: readonly CaseResult[]): readonly (readonly CaseResult[])[] {
  return [...Map.groupBy(results, keyOf).values()];
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
    return `${id} was not held to its end${reason === undefined ? "" : ` (${reason})`}.`;
  }
  if (invocations.some((each) => (textOf(each.finalResponse) ?? "") === "")) {
    return `${id} has a turn without an answer.`;
  }
  if (request.trial === undefined && trials.some((each) => !didTheSame(each, result))) {
    return `The trials of ${id} did not do the same. Name one with --trial.`;
  }
  if (hidesSecret(invocations.map(whatWasDone), request.secrets)) {
    return `${id} said a secret, which must not stand in an eval set.`;
  }
  return undefined;
}

function refusalOfSet([result]: readonly CaseResult[], about: RunAbout): string | undefined {
  if (result === undefined) return undefined;
  const path = pathOf(result, about);
  if (path !== undefined && !isCode(path)) return undefined;
  const what = path === undefined ? "no file; a program handed it over" : "code, not data";
  return `The set of ${result.evalId} is ${what}.`;
}

function pathOf({ evalSetId }: CaseResult, { sets }: RunAbout): string | undefined {
  return sets.find((set) => set.evalSetId === evalSetId)?.path;
}

function didTheSame(a: CaseResult, b: CaseResult): boolean {
  return sameJson(plain(a.invocations.map(whatWasDone)), plain(b.invocations.map(whatWasDone)));
}

function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}

function whatWasDone(invocation: CaseResult["invocations"][number]) {
  const calls = toolCallsOf(invocation).map(({ name, args }) => ({ name, args }));
  return { answer: textOf(invocation.finalResponse), calls };
}

function acceptedCase({ evalCase, invocations, metrics }: CaseResult): AcceptedCase {
  const measured = metrics.filter((metric) => metric.name.startsWith("tool_trajectory_"));
  return {
    evalCase,
    turns: invocations.map((actual, turn) => {
      const scores = measured.flatMap((metric) => metric.perInvocation[turn]?.score ?? []);
      return {
        actual,
        callsMatched: scores.length > 0 && scores.every((score) => score === 1),
        callsDiffered: scores.some((score) => score < 1),
      };
    }),
  };
}

function cannotAccept(why: string): UserFacingError {
  return new UserFacingError("run/not-acceptable", why, {
    hint: "Only what an agent answered and called in a written conversation can become its reference. Nothing was written.",
  });
}
