import type { CaseEndEvent, CaseKey, CaseStartEvent, TurnEndEvent } from "../run.ts";
import { caseKeyOf } from "./case-key.ts";

/** A conversation between its beginning and its end. */
export interface OpenCase {
  readonly start: CaseStartEvent | undefined;
  /** In order; what ran again has replaced what it repeats. */
  readonly turns: readonly TurnEndEvent[];
}

/**
 * Puts events to the conversations they belong to. Whatever comes a second time is known and changes nothing: two
 * processes may have journaled one run, and a stream may be read again from anywhere.
 */
export interface OpenCases {
  start(event: CaseStartEvent): void;
  addTurn(event: TurnEndEvent): void;
  /** The conversation that is over now; undefined when it was over already. */
  end(event: CaseEndEvent): OpenCase | undefined;
}

export function openCases(): OpenCases {
  // few at a time, so looking through a list is quick; a Map that grows and shrinks leaves long chains of old tables behind
  const open: MutableCase[] = [];
  const ended = new Set<string>();
  const find = (key: CaseKey) => open.findLast((each) => isSameCase(each.key, key));

  function findOrOpen(key: CaseKey): MutableCase | undefined {
    const found = find(key);
    if (found !== undefined) return found;
    const id = keyOf(key);
    if (ended.has(id)) return undefined;
    const made: MutableCase = { id, key, start: undefined, turns: [], earlier: undefined };
    open.push(made);
    return made;
  }

  return {
    start(event) {
      const found = findOrOpen(event);
      if (found === undefined || isKnownStart(found, event)) return;
      if (found.start !== undefined) setAside(found, startId(found.start));
      dropFrom(found, 0);
      found.start = event;
    },
    addTurn(event) {
      const found = findOrOpen(event);
      if (found === undefined || isKnownTurn(found, event)) return;
      dropFrom(found, event.turn);
      found.turns.push(event);
    },
    end(event) {
      const place = open.findLastIndex((each) => isSameCase(each.key, event));
      const found = open[place];
      const id = found?.id ?? keyOf(event);
      if (ended.has(id)) return undefined;
      ended.add(id);
      if (found === undefined) return { start: undefined, turns: [] };
      const last = open.pop();
      if (last !== undefined && last !== found) open[place] = last;
      if (event.turns !== undefined) dropFrom(found, event.turns);
      return found;
    },
  };
}

interface MutableCase {
  /** By `keyOf`. */
  readonly id: string;
  readonly key: CaseKey;
  start: CaseStartEvent | undefined;
  readonly turns: TurnEndEvent[];
  /** What a conversation that went on or began again has left behind. */
  earlier: Set<string> | undefined;
}

/** A turn that ran again leaves nothing of what came after the first one. */
function dropFrom(open: MutableCase, turn: number): void {
  for (let last = open.turns.at(-1); last !== undefined && last.turn >= turn; ) {
    setAside(open, turnId(last));
    open.turns.pop();
    last = open.turns.at(-1);
  }
}

function setAside(open: MutableCase, id: string): void {
  open.earlier ??= new Set();
  open.earlier.add(id);
}

function isKnownStart({ start, earlier }: MutableCase, event: CaseStartEvent): boolean {
  if (start === undefined) return false;
  return startId(start) === startId(event) || earlier?.has(startId(event)) === true;
}

function isKnownTurn({ turns, earlier }: MutableCase, event: TurnEndEvent): boolean {
  const last = turns.at(-1);
  // most turns come once and in order, and need no more than this look
  if (last === undefined || last.turn < event.turn) return false;
  const id = turnId(event);
  return turns.some((turn) => turnId(turn) === id) || earlier?.has(id) === true;
}

function startId({ at, sessionId }: CaseStartEvent): string {
  return `${at} ${sessionId}`;
}

function turnId({ turn, invocation }: TurnEndEvent): string {
  return `${turn} ${invocation.invocationId}`;
}

function isSameCase(one: CaseKey, other: CaseKey): boolean {
  return (
    one.evalId === other.evalId && one.trial === other.trial && one.evalSetId === other.evalSetId
  );
}

/** One text for one conversation of a run. */
export function keyOf(key: {
  readonly evalSetId: string;
  readonly evalId: string;
  readonly trial: number;
}): string {
  return `${caseKeyOf(key)}\n${key.trial}`;
}
