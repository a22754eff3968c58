import type { Claim } from "./job-queue.ts";
import { LOST_OFTEN } from "./troubles.ts";
import type { WorkerRun } from "./worker-run.ts";

interface SlotOptions {
  /** Conversations at once. */
  readonly concurrency: number;
  /** Hears how many are in flight. */
  readonly onChange: (inFlight: number) => void;
  /** Hears what no conversation can go on after. */
  readonly onFailure: (error: unknown) => void;
}

interface Taken {
  readonly run: WorkerRun;
  readonly claim: Claim;
}

/** The conversations that a worker has. One that several workers were lost with runs when nothing else does. */
export interface WorkerSlots {
  running(): number;
  /** How many more are to be taken, so many of them `ahead`: they begin without a question when a place is free. */
  wanted(ahead: number): number;
  add(run: WorkerRun, claim: Claim): void;
  /** Lets others have those that have not begun. */
  giveBack(): Promise<void>;
  /** Nothing is in flight, and every end is written. */
  isEmpty(): boolean;
}

export function workerSlots({ concurrency, onChange, onFailure }: SlotOptions): WorkerSlots {
  const next: Taken[] = [];
  const lonely: Taken[] = [];
  let inFlight = 0;
  /** In flight, or ended and not written yet. */
  let open = 0;
  let isAlone = false;

  function begin({ run, claim }: Taken, alone: boolean): void {
    inFlight += 1;
    open += 1;
    isAlone = alone;
    onChange(inFlight);
    let isOver = false;
    const onOver = () => {
      if (isOver) return;
      isOver = true;
      inFlight -= 1;
      if (alone) isAlone = false;
      beginNext();
      onChange(inFlight);
    };
    run
      .run(claim, { alone, onOver })
      .catch(onFailure)
      .finally(() => {
        open -= 1;
        onOver();
        onChange(inFlight);
      });
  }

  function beginNext(): void {
    while (!isAlone && inFlight < concurrency) {
      const taken = next.shift();
      if (taken === undefined) break;
      begin(taken, false);
    }
    if (inFlight > 0) return;
    const taken = lonely.shift();
    if (taken !== undefined) begin(taken, true);
  }

  return {
    running: () => inFlight,
    wanted(ahead) {
      if (isAlone || lonely.length > 0) return 0;
      const count = concurrency + ahead - inFlight - next.length;
      // several with one question, as long as no place is free
      return inFlight < concurrency || count > ahead / 2 ? count : 0;
    },
    add(run, claim) {
      const often = claim.attempt >= LOST_OFTEN;
      (often ? lonely : next).push({ run, claim });
      beginNext();
    },
    async giveBack() {
      for (const { run, claim } of [...next.splice(0), ...lonely.splice(0)]) {
        await run.release(claim);
      }
    },
    isEmpty: () => open === 0 && next.length === 0 && lonely.length === 0,
  };
}
