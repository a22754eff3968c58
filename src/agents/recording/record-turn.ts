import type { Conversation, Step, TurnInput, TurnRecord } from "../../core/agent.ts";
import { offAbort, onAbort } from "../../core/async/on-abort.ts";
import { runningTimeout, stoppedTime } from "../../core/async/running-time.ts";
import { readableError } from "../../core/errors.ts";
import { watchAiSdk } from "../ai-sdk/watch-ai-sdk.ts";
import { restoreBuiltIns } from "../isolation/built-ins.ts";
import { nameAndMessage } from "../loading/explain-load-error.ts";
import { addWireSteps } from "../wire/add-wire-steps.ts";
import { tapWire } from "../wire/wire-tap.ts";
import { type BoundedOutput, boundedOutput } from "./bounded-output.ts";
import { dedupeSteps } from "./dedupe-steps.ts";
import { setEnvironment, type TurnEnvironment } from "./turn-environment.ts";
import { AgentFault, doingOf, type TurnScope, turnScope } from "./turn-scope.ts";
import { isOutermost, type TurnSteps, turnSteps } from "./turn-steps.ts";
import { seconds, waitingFor } from "./waiting-for.ts";

interface RecordTurnOptions {
  /** Ends the turn at once, as cancelled. */
  readonly signal?: AbortSignal | undefined;
  readonly timeoutMs?: number | undefined;
  /** The deadline of the whole case, where the timeout is what is left of it. */
  readonly caseMs?: number | undefined;
  /** Keeps what the agent prints; by default whoever captures around the turn does. */
  readonly output?: BoundedOutput | undefined;
  /** Answers tool calls, for agents whose tools ask. */
  readonly environment?: TurnEnvironment | undefined;
  /** Who shows the turn while it goes on hears of each step, and of pieces of the answer where the agent gives them. */
  readonly onStep?: ((step: Step) => void) | undefined;
  readonly onText?: ((piece: string) => void) | undefined;
}

type Ending =
  | { readonly how: "answered"; readonly text: string | undefined }
  | { readonly how: "threw"; readonly error: unknown }
  | { readonly how: "timeout" }
  | { readonly how: "cancelled" };

/**
 * Sends one message and records what the agent does about it. Never throws, and never waits longer than the timeout:
 * frameworks let a running tool finish before they honour an abort, so the clock is ours.
 */
export async function recordTurn(
  conversation: Conversation,
  input: TurnInput,
  {
    signal,
    timeoutMs = Number.POSITIVE_INFINITY,
    caseMs,
    output: given,
    environment,
    onStep,
    onText,
  }: RecordTurnOptions = {},
): Promise<TurnRecord> {
  watchAiSdk();
  const recording = turnSteps(onStep);
  const untap = tapWire();
  if (environment !== undefined) setEnvironment(recording.turn, environment);
  let scope: TurnScope | undefined;
  let added: string | undefined;
  const { exitCode } = process;
  const ended = await new Promise<Ending>((resolve) => {
    if (signal?.aborted) return resolve({ how: "cancelled" });
    const cancel = () => end({ how: "cancelled" });
    if (signal !== undefined) onAbort(signal, cancel);
    const stopped = stoppedTime();
    let stopClock = () => {};
    let isOver = false;
    function end(how: Ending): boolean {
      if (isOver) return false;
      isOver = true;
      if (scope !== undefined) scope.isOver = true;
      stopClock();
      if (signal !== undefined) offAbort(signal, cancel);
      resolve(how);
      return true;
    }
    const output = given ?? turnScope.getStore()?.output ?? boundedOutput();
    const fail = (error: unknown) => end({ how: "threw", error });
    scope = { output, recording, fail, onText, doing: doingOf(turnScope.getStore()) };
    turnScope
      .run(scope, async () => {
        const sent = conversation.send(input, recording.turn);
        // before anybody else runs: other conversations iterate too
        added = restoreBuiltIns();
        return sent;
      })
      .then(
        // agents in plain JavaScript may return anything
        (text) => end({ how: "answered", text: typeof text === "string" ? text : undefined }),
        (error: unknown) => end({ how: "threw", error }),
      );
    // nothing rings before what the agent does at once is done, and many do no more
    const left = Math.max(0, timeoutMs - (recording.elapsed() - stopped()));
    if (left === 0) end({ how: "timeout" });
    if (isOver || scope.answeredAtOnce === true) return;
    stopClock = runningTimeout(left, () => end({ how: "timeout" }));
  });
  untap();
  if (process.exitCode !== exitCode) process.exitCode = exitCode;
  const isLookedAt = scope?.answeredAtOnce === true && ended.how === "answered";
  const changed = (isLookedAt ? undefined : restoreBuiltIns()) ?? added;
  const ending: Ending = changed === undefined ? ended : { how: "threw", error: tampered(changed) };
  if (scope?.seen !== undefined) dedupeSteps(recording.steps, scope.seen);
  return closeRecord(recording, { ending, timeoutMs, caseMs, scope });
}

function tampered(changed: string): AgentFault {
  return new AgentFault(`The agent changed ${changed}, which verdicts are computed with.`);
}

interface Closing {
  readonly ending: Ending;
  readonly timeoutMs: number;
  readonly caseMs: number | undefined;
  readonly scope: TurnScope | undefined;
}

function closeRecord(
  recording: TurnSteps,
  { ending, timeoutMs, caseMs, scope }: Closing,
): TurnRecord {
  const { turn, steps } = recording;
  const milliseconds = recording.elapsed();
  const problemSoFar = () => waitingFor(steps, milliseconds);
  const said = ending.how === "answered" ? ending.text : undefined;
  // before the model's own words are added: the answer is what the agent makes of them
  const final = finalText(steps, said);
  if (scope !== undefined) addWireSteps(recording, scope);
  if (ending.how !== "answered" && scope?.unsaid) turn.text(scope.unsaid);
  if (ending.how === "threw") turn.fault(sentenceOf(ending.error), codeOf(ending.error));
  if (said && !endsWith(steps, said)) turn.text(said);
  recording.close();

  const record = { steps, final, milliseconds };
  switch (ending.how) {
    case "timeout": {
      recording.abort();
      const limit =
        caseMs === undefined ? `turn's ${seconds(timeoutMs)}` : `case's ${seconds(caseMs)}`;
      const problem = `The ${limit} passed while waiting for ${problemSoFar()}.`;
      return { ...record, status: "timeout", problem };
    }
    case "cancelled":
      recording.abort();
      return { ...record, status: "cancelled", problem: `waiting for ${problemSoFar()}` };
    case "threw":
      recording.abort();
      return { ...record, status: "failed", problem: problemOf(ending.error) };
    case "answered":
      return { ...record, ...answered(steps, final) };
  }
}

function answered(
  steps: readonly Step[],
  final: string | undefined,
): Pick<TurnRecord, "status" | "problem"> {
  const isSilent = !final?.trim();
  // one inside a call is the end as well where nobody answered, nor the call itself
  const last = steps.findLast(
    (step) => step.type !== "usage" && (isOutermost(step) || (isSilent && step.type === "fault")),
  );
  if (last?.type === "fault") return { status: "failed", problem: asSentence(last.message) };
  if (steps.some((step) => step.type === "pause")) return { status: "paused" };
  if (isSilent && steps.every(saysNothing)) {
    return { status: "failed", problem: "The agent answered nothing." };
  }
  return { status: "done" };
}

/** Blanks and thoughts are nothing that the user would have got. */
function saysNothing(step: Step): boolean {
  if (step.type === "text") return step.thought === true || step.text.trim() === "";
  return step.type === "usage" || !isOutermost(step);
}

/** What the agent named as its answer, else the last thing it said itself with no call of its own afterwards. */
function finalText(steps: readonly Step[], said: string | undefined): string | undefined {
  if (said) return said;
  for (let index = steps.length - 1; index >= 0; index -= 1) {
    const step = steps[index];
    if (step === undefined || !isOutermost(step)) continue;
    if (step.type === "call") break;
    if (step.type === "text" && step.thought !== true) return step.text;
  }
  return said;
}

/** Whether the answer was already written to the turn, whole or in pieces. */
function endsWith(steps: readonly Step[], said: string): boolean {
  let tail = "";
  for (let index = steps.length - 1; index >= 0 && tail.length < said.length; index -= 1) {
    const step = steps[index];
    if (step === undefined || step.type === "usage" || !isOutermost(step)) continue;
    if (step.type !== "text" || step.thought === true) break;
    tail = step.text + tail;
  }
  return tail === said;
}

function problemOf(thrown: unknown): string {
  const error = readableError(thrown);
  return error instanceof AgentFault ? error.message : asSentence(nameAndMessage(error));
}

function sentenceOf(thrown: unknown): string {
  const error = readableError(thrown);
  return error instanceof AgentFault ? error.message : nameAndMessage(error);
}

function asSentence(message: string): string {
  return `The agent failed: ${message}${/[.!?]$/.test(message) ? "" : "."}`;
}

function codeOf(error: unknown): { code?: string } {
  const code = (error as { code?: unknown } | null | undefined)?.code;
  return typeof code === "string" ? { code } : {};
}
