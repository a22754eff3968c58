import { whenSpoiled } from "../../agents/isolation/built-ins.ts";
import type { RunStore } from "../../core/run-store.ts";
import type { Stuck } from "../../project/run/watchdog/stuck-code.ts";
import { watchMainThread } from "../../project/run/watchdog/watch-main-thread.ts";
import { announceRun } from "../announce-job.ts";
import type { CommandInput } from "../command.ts";
import { isolateAgent } from "../isolate-agent.ts";
import {
  type BegunRun,
  begunRun,
  continueAfterStuck,
  goOnAfterSpoiled,
  knownStuck,
  letGo,
} from "./continue-after-stuck.ts";

/** What a run is told of the code that it runs. */
export interface Watched {
  /** Code that is known to get stuck. */
  readonly stuck: readonly Stuck[];
  /** To be told under which id the run is kept, and whether gates decide it. */
  readonly onRun: (runId: string, isGated: boolean) => void;
}

interface WatchOptions {
  readonly store: RunStore;
  /** What goes on with the run after code that is stuck. */
  readonly command: "eval" | "score";
  /** How long code may compute without a pause. */
  readonly seconds: number;
}

/** Runs a user's code on our thread: what it prints is kept from reports, and where it never ends the run goes on without it. */
export async function watchedRun(
  input: CommandInput,
  { store, command, seconds }: WatchOptions,
  work: (watched: Watched) => Promise<number>,
): Promise<number> {
  const isolation = isolateAgent(input);
  const known = knownStuck();
  let run: BegunRun | undefined;
  // begun early: its thread starts up beside ours, and one that is still starting would delay the end
  const hang = watchMainThread((passed) =>
    continueAfterStuck({ input, known, run }, passed, hang.handOver),
  );
  hang.watch(seconds);
  const undo = whenSpoiled((what) => goOnAfterSpoiled({ input, known, run }, what, hang.handOver));
  const onRun: Watched["onRun"] = (runId, isGated) => {
    announceRun(runId);
    run = begunRun(input, { command, runId, isGated, unlock: letGo(store, runId) });
  };
  try {
    const code = await work({ stuck: known, onRun });
    hang.over(code);
    return code;
  } catch (error) {
    hang.release();
    throw error;
  } finally {
    undo();
    isolation.restore();
  }
}
