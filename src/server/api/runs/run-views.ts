import type { Thresholds } from "../../../core/analysis/what-if.ts";
import { othersTurn } from "../../../core/async/others-turn.ts";
import { type Matrix, matrixFold } from "../../../core/folds/matrix.ts";
import { type RunSummary, runFold } from "../../../core/folds/run-summary.ts";
import { slimEvent } from "../../../core/folds/slim-event.ts";
import type { RunEvent } from "../../../core/run.ts";
import type { PageOfCases, PlacedEvent, RunStore } from "../../../core/run-store.ts";
import { needReadable, unreadableRun } from "../../../project/history/load-run.ts";
import { type CaseFigures, figuresFold } from "./cases/case-figures.ts";

/** Runs as they stand, each read once and then only what is new of it. */
export interface RunViews {
  open(runId: string): Promise<RunView>;
  /**
   * Some cases in plan order, folded from their events alone: the first answer for a run that nobody has opened. Undefined
   * where it is held, was glanced at before, or can only be told of whole.
   */
  glance(runId: string, page: PageOfCases): Promise<CasesView | undefined>;
}

/** Some cases of a run at one moment. */
interface CasesView extends Pick<RunView, "matrix" | "figures" | "seq"> {
  /** How many cases the run has by then. */
  readonly count: number;
}

/** A run at one moment. */
export interface RunView {
  readonly summary: RunSummary;
  readonly matrix: Matrix;
  /** The matrix as it would be with thresholds that somebody tries. */
  whatIf(tried: Thresholds): Matrix;
  /** What a case took, by its key. */
  figures(key: string): CaseFigures;
  /** Tools that were called in a case, by its key. */
  toolsOf(key: string): readonly string[];
  /** What all conversations took together, as far as they tell. */
  readonly figureTotals: CaseFigures;
  /** The place in the journal up to which it was read. */
  readonly seq: number;
}

/** So many runs are held at a time, whatever their size. */
const LEAST_RUNS = 6;
/** And more of them with no more cases than these: the folds of a hundred thousand are tens of megabytes. */
const MOST_CASES = 100_000;
const PAGE = 500;
/** A page of more cases is hardly cheaper than the run. */
const MOST_AT_A_GLANCE = 500;

export function runViews(store: RunStore): RunViews {
  const held = new Map<string, HeldRun>();
  return {
    async open(runId) {
      const run = held.get(runId) ?? newRun(store, runId);
      // the one that was asked for longest ago goes first
      held.delete(runId);
      held.set(runId, run);
      try {
        const view = await run.view();
        forgetOldest(held);
        return view;
      } catch (error) {
        held.delete(runId);
        throw error;
      }
    },
    async glance(runId, page) {
      const run = held.get(runId) ?? newRun(store, runId);
      held.set(runId, run);
      return await run.glance(page);
    },
  };
}

function forgetOldest(held: Map<string, HeldRun>): void {
  let cases = 0;
  for (const run of held.values()) cases += run.cases();
  for (const [old, run] of held) {
    if (held.size <= LEAST_RUNS || cases <= MOST_CASES) return;
    held.delete(old);
    cases -= run.cases();
  }
}

interface HeldRun {
  view(): Promise<RunView>;
  glance(page: PageOfCases): Promise<CasesView | undefined>;
  /** As it was seen last. */
  cases(): number;
}

function newRun(store: RunStore, runId: string): HeldRun {
  let folds = newFolds();
  let seq = 0;
  /** The place of the last resume: whatever goes on may have opened again what had ended. */
  let resumed = 0;
  let drawn: Matrix | undefined;
  /** As somebody tried it last: pages of one table ask for the same. */
  let tried: { readonly key: string; readonly matrix: Matrix } | undefined;
  let reading: Promise<void> = Promise.resolve();

  function isResume({ seq: place, event }: PlacedEvent): boolean {
    return event.type === "run-resume" && place > resumed;
  }
  function ask(since: number): ReturnType<RunStore["eventsSince"]> {
    const page = store.eventsSince(runId, since, PAGE);
    // one that nobody waits for any more may fail
    page.catch(() => {});
    return page;
  }
  async function catchUp(): Promise<void> {
    let next = ask(seq);
    for (;;) {
      const page = await next;
      if (page.seq === seq) return;
      [drawn, tried] = [undefined, undefined];
      const anew = page.events.findLast(isResume);
      if (anew === undefined) {
        // the store reads on while these are folded
        next = ask(page.seq);
        for (const { event } of page.events) folds.apply(event);
        seq = page.seq;
        // a store in a file is read at once, and whoever asks for something else must not wait for all of a large run
        await othersTurn();
      } else {
        resumed = anew.seq;
        folds = newFolds();
        seq = 0;
        next = ask(seq);
      }
    }
  }
  function whatIf(thresholds: Thresholds): Matrix {
    const key = JSON.stringify([...thresholds]);
    if (tried?.key !== key) tried = { key, matrix: folds.matrix(thresholds) };
    return tried.matrix;
  }
  let cases = 0;
  let [isRead, isGlancedAt] = [false, false];
  return {
    cases: () => cases,
    async glance(page) {
      if (isRead || isGlancedAt || page.limit > MOST_AT_A_GLANCE) return undefined;
      // who comes for more is better served from memory
      isGlancedAt = true;
      return await glanceAt(store, runId, page);
    },
    async view() {
      // two who ask at once must not fold the same events twice
      const mine = reading.then(catchUp, catchUp);
      reading = mine.catch(() => {});
      await mine;
      if (!folds.isBegun()) throw await unreadableRun(store, runId);
      drawn ??= folds.matrix();
      const summary = folds.summary();
      const { figures, toolsOf } = folds;
      const figureTotals = folds.figureTotals();
      cases = drawn.rows.length;
      isRead = true;
      return { summary, matrix: drawn, whatIf, figures, toolsOf, figureTotals, seq };
    },
  };
}

/** The same folds as of the whole run, over less of it. */
async function glanceAt(
  store: RunStore,
  runId: string,
  page: PageOfCases,
): Promise<CasesView | undefined> {
  const found = await store.casePage?.(runId, page);
  if (found === undefined) return undefined;
  const folds = newFolds();
  for (const event of found.events) folds.apply(event);
  if (!folds.isBegun()) return undefined;
  const { about, resumes } = folds.summary();
  const matrix = folds.matrix();
  const asked = new Set(about.sets.flatMap(({ config }) => config.metrics.map(({ name }) => name)));
  // what went on may have been asked for other metrics, of cases that are not seen here; damaged cases have no row
  const isLikeTheOthers = resumes === 0 && matrix.metrics.length === asked.size;
  if (!isLikeTheOthers || matrix.rows.length !== found.cases) return undefined;
  return { matrix, figures: folds.figures, count: found.count, seq: found.seq };
}

function newFolds() {
  const run = runFold();
  const rows = matrixFold();
  const figures = figuresFold();
  let begun = false;
  return {
    apply(event: RunEvent): void {
      if (event.type === "run-start") {
        needReadable(event, `Run ${event.runId}`);
        begun = true;
      }
      // counts of calls stand in what the agent did
      const result = run.apply(event);
      if (result !== undefined) figures.add(result, run.summary().about);
      if (event.type === "call-end") figures.addCall(event);
      // rows are kept, so that they keep no words
      rows.apply(slimEvent(event));
    },
    isBegun: () => begun,
    summary: run.summary,
    matrix: rows.matrix,
    figures: figures.of,
    toolsOf: figures.toolsOf,
    figureTotals: figures.totals,
  };
}
