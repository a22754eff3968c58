import {
  knownSecrets,
  secretNamed,
  secretsVersion,
} from "../../../agents/secrets/known-secrets.ts";
import { performance } from "../../../core/async/own-timers.ts";
import { readableError, UserFacingError } from "../../../core/errors.ts";
import { keyOf } from "../../../core/folds/open-cases.ts";
import type { CaseResult, MetricResult, RunEvent } from "../../../core/run.ts";
import type { RunInfo } from "../../../core/run-info.ts";
import { standsFor } from "../../../core/secrets/original-event.ts";
import {
  maskedNames,
  maskTag,
  type SecretMask,
  secretMask,
  unmask,
} from "../../../core/secrets/secret-mask.ts";
import { rememberEnvOf } from "../../history/agent-of-run.ts";
import { whyMissing } from "./missing-secrets.ts";

/** An event without secrets, and its JSON. */
interface MaskedEvent {
  readonly event: RunEvent;
  readonly text: string;
}

/** Masks the secrets in what a run says, on its way out of the process. */
export interface RunMask {
  event(event: RunEvent): MaskedEvent;
}

/** Beyond the first few events, a look at the environment is taken so often at most. */
const EVERY_MS = 5;
const FIRST_EVENTS = 64;

/** What the names in the placeholders of this process's runs stood for when they were put there. */
const valuesOf = new Map<string, Map<string, string>>();

/** Agents read their keys when they please, so the environment is looked at again while a run goes on. */
export function runMask(runId: string): RunMask {
  const tag = maskTag(runId);
  if (!valuesOf.has(tag)) valuesOf.set(tag, new Map());
  const current = liveMask(tag);
  const maskedCases = new Set<string>();
  return {
    event(event) {
      const mask = current();
      const { value, text } = mask.json(event);
      const isClean = value === event;
      const key = isClean && maskedCases.size === 0 ? undefined : caseOf(event);
      if (isClean && (key === undefined || !maskedCases.has(key))) {
        return { event, text };
      }
      if (key !== undefined) maskedCases.add(key);
      let kept = isClean ? value : withIdentity(value, event);
      if (kept.type === "case-end") {
        // what metrics say of an answer may contain its words one by one
        kept = {
          ...kept,
          detail: mask.words(kept.detail),
          metrics: kept.metrics.map(wordless(mask)),
        };
        maskedCases.delete(key ?? "");
      }
      standsFor(kept, event);
      return { event: kept, text: JSON.stringify(kept) };
    },
  };
}

function caseOf(event: RunEvent): string | undefined {
  return "evalId" in event ? keyOf(event) : undefined;
}

function wordless(mask: SecretMask): (metric: MetricResult) => MetricResult {
  return (metric) => ({
    ...metric,
    detail: mask.words(metric.detail),
    details: mask.words(metric.details),
    perInvocation: metric.perInvocation.map((turn) => ({
      ...turn,
      why: mask.words(turn.why),
      details: mask.words(turn.details),
    })),
  });
}

/** A mask that follows the environment. */
function liveMask(tag?: string): () => SecretMask {
  let version: string | undefined;
  let mask = secretMask([]);
  let asked = 0;
  let lookedAt = 0;
  return () => {
    asked += 1;
    const now = performance.now();
    if (asked > FIRST_EVENTS && now - lookedAt < EVERY_MS) return mask;
    lookedAt = now;
    const found = secretsVersion();
    if (found === version) return mask;
    version = found;
    const secrets = knownSecrets();
    mask = secretMask(secrets, tag);
    const values = valuesOf.get(tag ?? "");
    for (const { name, value } of secrets) values?.set(name, value);
    return mask;
  };
}

const identity = [
  "type",
  "runId",
  "evalSetId",
  "evalId",
  "sessionId",
  "userId",
  "callKey",
] as const;

/** By what a run is found again and goes on is nobody's answer, and stays as it is. */
function withIdentity(masked: RunEvent, event: RunEvent): RunEvent {
  const own: Record<string, unknown> = { ...masked };
  for (const key of identity) if (key in event) own[key] = event[key as keyof RunEvent];
  if (event.type === "case-start") {
    own.evalCase = { ...(own.evalCase as object), evalId: event.evalCase.evalId };
  }
  if (event.type === "run-start" && masked.type === "run-start") {
    const { command, options } = masked.about;
    const sets = event.about.sets.map((set, at) => {
      const { name, description, config } = masked.about.sets[at] ?? set;
      return { ...set, name, description, config: { ...config, path: set.config.path } };
    });
    own.about = { ...event.about, command, options, sets };
  }
  return own as unknown as RunEvent;
}

/** Puts the values back that a run's placeholders stand for, before its turns are scored again or given to the agent. */
export function unmaskRun<T>(runId: string, value: T): T {
  const tag = maskTag(runId);
  return unmask(value, (name, said) => (said === tag ? secretNamed(name) : undefined));
}

/** A conversation to be scored, and the secrets of it that nobody could put back. */
export interface Unmasked {
  readonly result: CaseResult;
  readonly missing: readonly string[];
}

/** The conversations of a saved run as they were recorded, to be scored. Says so where a secret is not known any more. */
export async function* unmaskSaved(
  saved: {
    readonly summary: { readonly runId: string; readonly about: RunInfo };
    readonly cases: () => AsyncIterable<CaseResult> | Iterable<CaseResult>;
    readonly isUnmasked?: boolean | undefined;
  },
  onNote: ((sentence: string) => void) | undefined,
): AsyncGenerator<Unmasked> {
  const { runId, about } = saved.summary;
  await rememberEnvOf(about, about.cwd ?? process.cwd());
  const noted = new Set<string>();
  for await (const kept of saved.cases()) {
    if (saved.isUnmasked === true) {
      yield { result: kept, missing: [] };
      continue;
    }
    const result = unmaskRun(runId, kept);
    const missing = missingIn(runId, result);
    for (const name of missing) {
      if (noted.has(name)) continue;
      noted.add(name);
      onNote?.(
        `The secret ${name} ${whyMissing(name)}, so conversations that contain it, such as ${result.evalId}, are not evaluated.`,
      );
    }
    yield { result, missing };
  }
}

/** What a saved run was measured by, as it was written. A criterion that is a placeholder would measure something else. */
export async function unmaskedSets({
  runId,
  about,
}: {
  readonly runId: string;
  readonly about: RunInfo;
}): Promise<RunInfo["sets"]> {
  await rememberEnvOf(about, about.cwd ?? process.cwd());
  return unmaskRun(runId, about.sets).map((set) => {
    const [name] = placeholdersIn(runId, set.config);
    if (name === undefined) return set;
    throw new UserFacingError(
      "config/invalid",
      `The criteria of ${set.evalSetId} contain the secret ${name}, which ${whyMissing(name)}.`,
      { hint: "Set it, or give the criteria with --config_file_path." },
    );
  });
}

/** The same for all that a stopped run goes on with. What is only reported again stays masked. */
export async function unmaskStopped<
  T extends {
    readonly runId: string;
    readonly about: RunInfo;
    readonly unfinished: ReadonlyMap<string, unknown>;
    readonly calls: ReadonlyMap<string, ReadonlyMap<string, unknown>>;
  },
>(stopped: T): Promise<T & { readonly placeholders: ReadonlyMap<string, readonly string[]> }> {
  const { runId, about } = stopped;
  await rememberEnvOf(about, about.cwd ?? process.cwd());
  const each = <V>(map: ReadonlyMap<string, V>, change: (value: V) => V) =>
    new Map([...map].map(([key, value]) => [key, change(value)]));
  const unfinished = each(stopped.unfinished, (kept) => unmaskRun(runId, kept));
  const calls = each(stopped.calls, (kept) => each(kept, (reply) => unmaskRun(runId, reply)));
  const placeholders = new Map<string, readonly string[]>();
  for (const key of new Set([...unfinished.keys(), ...calls.keys()])) {
    const names = placeholdersIn(runId, [
      unfinished.get(key),
      [...(calls.get(key)?.values() ?? [])],
    ]);
    if (names.length > 0) placeholders.set(key, names);
  }
  return { ...stopped, about: unmaskRun(runId, about), unfinished, calls, placeholders };
}

/** The secrets whose values could not be put back. */
function placeholdersIn(runId: string, value: unknown): readonly string[] {
  return maskedNames(JSON.stringify(value) ?? "", maskTag(runId));
}

/** What metrics said is no matter: it is said anew. */
function missingIn(
  runId: string,
  { invocations, evalCase, finalState }: CaseResult,
): readonly string[] {
  return placeholdersIn(runId, [invocations, evalCase, finalState]);
}

/** The same for a result at hand, whichever run of this process it is of. */
export function unmaskKnown<T>(value: T): T {
  return unmask(value, (name, tag) => valuesOf.get(tag)?.get(name));
}

/** For texts that are shown at once and never read back. */
export const shownMask: () => SecretMask = liveMask();

/** A message about an answer; where a secret was in it, also its single words are gone. */
export function shownText(text: string): string {
  const mask = shownMask();
  const masked = mask.text(text);
  return masked === text ? text : mask.words(masked);
}

/** An error is often the first to reveal a key. Changed in place, so that it stays the error it is. */
export function maskError(error: unknown): unknown {
  const mask = shownMask();
  if (typeof error === "string") return mask.text(error);
  const seen = new Set<unknown>();
  const whole = readableError(error);
  for (let each = whole; each instanceof Error && !seen.has(each); each = causeOf(each)) {
    seen.add(each);
    const own = each as unknown as Record<string, unknown>;
    for (const key of ["message", "stack", "hint", "place", "others"] as const) {
      tries(() => {
        const text = own[key];
        const masked = text === undefined ? undefined : mask.value(text);
        if (masked !== text) Object.defineProperty(own, key, { value: masked });
      });
    }
  }
  return whole;
}

/** An error may be somebody else's, and what caused it a trap. */
function causeOf(error: Error): unknown {
  try {
    return readableError(error.cause);
  } catch {
    return undefined;
  }
}

function tries(work: () => unknown): void {
  try {
    work();
  } catch {
    // a frozen error keeps its text; the terminal masks it again
  }
}
