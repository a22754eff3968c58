import { ExitCode } from "../../core/verdict.ts";
import { shownText } from "../../project/run/secrets/run-secrets.ts";
import { watchMainThread } from "../../project/run/watchdog/watch-main-thread.ts";
import { cleanLine } from "../../reporters/text/clean-text.ts";
import { shownAddress } from "../../stores/postgres-address.ts";
import { leaseSwitch } from "../../workers/leases/lease-keeper.ts";
import { runWorker } from "../../workers/worker.ts";
import { countOption } from "../arguments/read-options.ts";
import type { CommandInput } from "../command.ts";
import { type BegunRun, continueAfterStuck, knownStuck } from "../eval/continue-after-stuck.ts";
import { isolateAgent } from "../isolate-agent.ts";
import { keepHeapSmall } from "../keep-heap-small.ts";
import { withRuns } from "../open-runs.ts";
import { stopOnSignals } from "../stop-on-signals.ts";
import { VERSION } from "../version.ts";
import { teamStoreOf } from "../workers/team-store.ts";

/** `assay worker`: takes conversations until it is told to stop, and lets those in flight end. */
export async function workerCommand(input: CommandInput): Promise<number> {
  const { options, terminal, cwd } = input;
  const address = teamStoreOf(input, "assay worker");
  const concurrency = countOption(options, "concurrency", 8);
  const note = (sentence: string) =>
    terminal.write(`${timeOfDay()}  ${cleanLine(shownText(sentence))}\n`);
  let inFlight = 0;
  return await withRuns(input, async (store) => {
    const heap = keepHeapSmall(undefined, { growing: GROWING });
    const isolation = isolateAgent(input);
    const known = knownStuck();
    /** How many seconds a turn may take, of each run that is worked at. */
    const turns = new Map<string, number>();
    const longest = () => Math.max(0, ...turns.values());
    const leases = leaseSwitch();
    const hang = watchMainThread((seconds) =>
      continueAfterStuck({ input, known, run: sameAgain(input) }, seconds, (rest) => {
        leases.off();
        return hang.handOver(rest);
      }),
    );
    hang.watch(LOAD_SECONDS);
    const signals = stopOnSignals(terminal, {
      inFlight: () => inFlight,
      drain: Number.POSITIVE_INFINITY,
    });
    note(`Up to ${concurrency} conversations at once, of the runs in ${shownAddress(address)}.`);
    try {
      await runWorker({
        address,
        store,
        folder: cwd,
        version: VERSION,
        concurrency,
        note,
        onRunning: (count) => {
          inFlight = count;
        },
        stuck: known,
        leases,
        onLoading: () => hang.watch(Math.max(longest(), LOAD_SECONDS)),
        onServed: (runId, turnSeconds) => {
          if (turnSeconds === undefined) turns.delete(runId);
          else turns.set(runId, turnSeconds);
          hang.watch(longest() || LOAD_SECONDS);
        },
        stop: signals.stop,
        kill: signals.kill,
      });
      return ExitCode.passed;
    } finally {
      hang.release();
      signals.release();
      isolation.restore();
      heap.release();
    }
  });
}

/** It runs for days: what a larger set needs must not be doubled by what it leaves behind, and full looks are seldom. */
const GROWING = 40;

/** An agent may take so long to be loaded without a pause. */
const LOAD_SECONDS = 30;

/** A worker that is stuck is followed by another one, which takes up what it had when its leases have lapsed. */
function sameAgain({ argv }: CommandInput): BegunRun {
  const args = [...process.execArgv, process.argv[1] ?? "", ...argv];
  return { args, words: [process.execPath, ...args], isGated: true, handsOver: {}, unlock() {} };
}

function timeOfDay(): string {
  return new Date().toISOString().slice(11, 19);
}
