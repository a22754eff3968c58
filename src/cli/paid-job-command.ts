import { UserFacingError } from "../core/errors.ts";
import type { RunInputs, RunKind } from "../core/run-info.ts";
import type { RunStore } from "../core/run-store.ts";
import { ExitCode } from "../core/verdict.ts";
import { findPaidJob, openPaidJob, type PaidJob } from "../project/resume/paid-job.ts";
import { newRunId } from "../project/run/run-prepared.ts";
import { textOption } from "./arguments/read-options.ts";
import type { CommandInput } from "./command.ts";
import { withRuns } from "./open-runs.ts";
import { stopOnSignals } from "./stop-on-signals.ts";

export interface JobInput extends CommandInput {
  /** Ask nothing new. */
  readonly stop: AbortSignal;
  /** End now. */
  readonly signal: AbortSignal;
  /** Opens what keeps the answers of models; nothing is written for work that asks none. */
  openJob(inputs?: RunInputs): Promise<PaidJob>;
}

interface JobSpec {
  readonly kind: RunKind;
  /** The command that goes on with it. */
  readonly command: string;
  /** What it is about, from what was typed. */
  readonly name: (input: CommandInput) => string;
}

/** Does work that pays for models so that it can be gone on with: the same command, the same answers, only the rest is asked. */
export async function paidJobCommand(
  input: CommandInput,
  spec: JobSpec,
  work: (input: JobInput) => Promise<number>,
): Promise<number> {
  return withRuns(input, async (store) => {
    const { asked, runId } = await askedFor(input, spec, store);
    const signals = stopOnSignals(input.terminal);
    let job: Promise<PaidJob> | undefined;
    const openJob = (inputs?: RunInputs): Promise<PaidJob> => {
      job ??= openPaidJob({
        store,
        runId,
        kind: spec.kind,
        name: spec.name(asked),
        command: ["assay", ...input.argv],
        cwd: asked.cwd,
        options: { arguments: asked.arguments, options: asked.options },
        inputs,
        stop: signals.stop,
      });
      return job;
    };
    try {
      const exit = await work({ ...asked, stop: signals.stop, signal: signals.kill, openJob });
      if (!signals.stop.aborted) {
        await (await job)?.end(`exit ${exit}`);
        return exit;
      }
    } catch (error) {
      // what a stop cut short fails in many ways, and is none of them
      if (!signals.stop.aborted) throw error;
    } finally {
      signals.release();
      await job?.then((each) => each.close()).catch(() => {});
    }
    await sayHowToGoOn(input, spec, job);
    return ExitCode.interrupted;
  });
}

/** What was typed; for a resume, what was typed then. */
async function askedFor(
  input: CommandInput,
  { kind, command }: JobSpec,
  store: RunStore,
): Promise<{ readonly asked: CommandInput; readonly runId: string }> {
  if (input.options.resume === undefined) return { asked: input, runId: newRunId() };
  const named = textOption(input.options, "resume");
  const { runId, about } = await findPaidJob(store, kind, named);
  const kept = about.options as Partial<Pick<CommandInput, "arguments" | "options">> | undefined;
  if (kept?.arguments === undefined || kept.options === undefined) {
    throw new UserFacingError("run/not-found", `Run ${runId} does not say what it was asked for.`, {
      hint: `Start it anew:  ${command}`,
    });
  }
  // how it is reported, and how much it may cost, may be said anew
  const { json = kept.options.json, max_cost = kept.options.max_cost } = input.options;
  const options = { ...kept.options, json, max_cost, resume: undefined };
  return { asked: { ...input, ...kept, options, cwd: about.cwd ?? input.cwd }, runId };
}

async function sayHowToGoOn(
  { terminal }: CommandInput,
  { command }: JobSpec,
  job: Promise<PaidJob> | undefined,
): Promise<void> {
  const count = (await job?.catch(() => undefined))?.count() ?? 0;
  const kept = count === 1 ? "1 answer is" : `${count} answers are`;
  terminal.warn(`Stopped; ${kept} kept. Go on with:  ${command} --resume\n`);
}
