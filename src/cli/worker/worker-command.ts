import { ExitCode } from "../../core/verdict.ts";
import { shownText } from "../../project/run/secrets/run-secrets.ts";
import { cleanLine } from "../../reporters/text/clean-text.ts";
import { shownAddress } from "../../stores/postgres-address.ts";
import { runWorker } from "../../workers/worker.ts";
import { countOption } from "../arguments/read-options.ts";
import type { CommandInput } from "../command.ts";
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
    const heap = keepHeapSmall();
    const isolation = isolateAgent(input);
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
        stop: signals.stop,
        kill: signals.kill,
      });
      return ExitCode.passed;
    } finally {
      signals.release();
      isolation.restore();
      heap.release();
    }
  });
}

function timeOfDay(): string {
  return new Date().toISOString().slice(11, 19);
}
