import type { Totals } from "../../core/folds/totals.ts";
import type { RunInfo } from "../../core/run-info.ts";
import { plural } from "../../core/text/plural.ts";
import { secondsText } from "../text/amount-text.ts";
import { padEnd, truncate, widthOf } from "../text/text-width.ts";

/** What one line about a case says. Texts are clean. */
interface CaseLine {
  readonly evalSetId: string;
  readonly glyph: string;
  readonly name: string;
  readonly reason: string;
  readonly passed: boolean;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  readonly seconds: number;
}

export interface CaseLines {
  add(line: CaseLine): void;
  /** Prints what is still buffered. */
  end(): void;
}

/**
 * A line a case as it ends, under the heading of its set. Sets appear one after the other in plan order: lines of a later
 * set wait until the one before is over. With `fold`, a set whose cases all passed is one line, and in sets of more than
 * fifty cases so is every stretch of passed ones.
 */
export function caseLines(options: {
  readonly about: RunInfo;
  /** What was done before this process began, by set. */
  readonly before: ReadonlyMap<string, Totals>;
  readonly heading: (evalSetId: string) => string;
  readonly columns: number;
  readonly fold: boolean;
  readonly good: (text: string) => string;
  print(line: string): void;
}): CaseLines {
  const queue = options.about.sets
    .map((set) => ({ set, left: options.before.get(set.evalSetId)?.notRun ?? set.caseCount }))
    .filter(({ left }) => left > 0)
    .map(({ set, left }) => openSet(set.evalSetId, left, options));
  const byId = new Map(queue.map((set) => [set.evalSetId, set]));
  let current = 0;

  const advance = () => {
    while (current < queue.length && queue[current]?.show() === true) current += 1;
  };
  return {
    add(line) {
      const set = byId.get(line.evalSetId);
      if (set === undefined) return;
      set.add(line);
      if (set === queue[current]) advance();
    },
    end() {
      for (const set of queue.slice(current)) set.close();
      current = queue.length;
    },
  };
}

interface OpenSet {
  readonly evalSetId: string;
  add(line: CaseLine): void;
  /** Prints what may be printed; true when the set is over. */
  show(): boolean;
  close(): void;
}

type LineOptions = Parameters<typeof caseLines>[0];
const smallSet = 50;

function openSet(evalSetId: string, count: number, options: LineOptions): OpenSet {
  const folds = options.fold;
  const small = count <= smallSet;
  let waiting: CaseLine[] = [];
  let passes: CaseLine[] = [];
  let left = count;
  let headed = false;
  let allPassed = true;

  const print = (line: string) => {
    if (!headed) options.print(`  ${options.heading(evalSetId)}`);
    headed = true;
    options.print(line);
  };
  const printPasses = () => {
    const unfold = small && !allPassed;
    if (unfold) for (const line of passes) print(lineText(line, options.columns));
    else if (passes.length > 0) print(foldedText(passes, options));
    passes = [];
  };
  const showOne = (line: CaseLine) => {
    if (folds && line.passed && (allPassed || !small)) {
      passes.push(line);
      return;
    }
    allPassed &&= line.passed;
    printPasses();
    print(lineText(line, options.columns));
  };
  const show = () => {
    for (const line of waiting) showOne(line);
    waiting = [];
    if (left <= 0) printPasses();
    return left <= 0;
  };
  return {
    evalSetId,
    add(line) {
      left -= 1;
      waiting.push(line);
    },
    show,
    close() {
      show();
      printPasses();
    },
  };
}

function foldedText(passes: readonly CaseLine[], { columns, good }: LineOptions): string {
  const begun = passes.reduce((first, line) => Math.min(first, line.startedAt), Infinity);
  const ended = passes.reduce((last, line) => Math.max(last, endOf(line)), -Infinity);
  const seconds = Math.max(0, (ended - begun) / 1000);
  const name = plural(passes.length, "case");
  const first = passes[0];
  if (passes.length === 1 && first !== undefined) return lineText(first, columns);
  return rowText({ glyph: good("✓"), name, reason: "", seconds }, columns);
}

function endOf(line: CaseLine): number {
  return line.startedAt + line.seconds * 1000;
}

function lineText(line: CaseLine, columns: number): string {
  return rowText(line, columns);
}

const nameColumn = 6;
const reasonColumn = 33;

function rowText(
  row: Pick<CaseLine, "glyph" | "name" | "reason" | "seconds">,
  columns: number,
): string {
  const edge = columns - 4;
  const time = secondsText(row.seconds);
  const room = edge - time.length - 2 - nameColumn;
  if (row.reason === "") {
    return `    ${row.glyph} ${padEnd(truncate(row.name, room), room)}  ${time}`;
  }
  // a long name may take some of the reason's place, never all of it
  const name = truncate(row.name, Math.max(reasonColumn - nameColumn - 1, Math.floor(room / 2)));
  const left = padEnd(`${name} `, reasonColumn - nameColumn);
  const reason = truncate(row.reason, room - widthOf(left));
  return `    ${row.glyph} ${padEnd(left + reason, room)}  ${time}`;
}
