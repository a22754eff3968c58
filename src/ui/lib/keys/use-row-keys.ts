import type { RefObject } from "react";
import type { Shortcut } from "./key-board.ts";
import { useKeys } from "./use-keys.ts";

interface RowKeysOptions {
  /** What a row is, for the cheat sheet: "run", "case". */
  readonly noun: string;
  /** Whether some rows are marked as failures (`data-row="failed"`), for n and p. */
  readonly hasFailures?: boolean | undefined;
}

/**
 * j and k move the focus over the rows below an element, n and p over those that failed. A row is the link or button that
 * opens it, marked `data-row` (`data-row="failed"`), so that Enter and middle click work as everywhere.
 */
export function useRowKeys(
  list: RefObject<HTMLElement | null>,
  { noun, hasFailures = false }: RowKeysOptions,
): void {
  const go = (step: 1 | -1, selector: string) => () => move(list.current, step, selector);
  const rows: readonly Shortcut[] = [
    { keys: "j", does: `Next ${noun}`, run: go(1, "[data-row]") },
    { keys: "k", does: `Previous ${noun}`, run: go(-1, "[data-row]") },
  ];
  const failures: readonly Shortcut[] = [
    { keys: "n", does: "Next failure", run: go(1, '[data-row="failed"]') },
    { keys: "p", does: "Previous failure", run: go(-1, '[data-row="failed"]') },
  ];
  useKeys(hasFailures ? [...rows, ...failures] : rows);
}

/** From the row that has the focus, whether or not it is one of those that are meant; from the top where none has it. */
function move(list: HTMLElement | null, step: 1 | -1, selector: string): void {
  const all = [...(list?.querySelectorAll<HTMLElement>("[data-row]") ?? [])];
  const now = all.findIndex((row) => row.contains(document.activeElement));
  const ahead = step === 1 ? all.slice(now + 1) : all.slice(0, Math.max(now, 0)).reverse();
  const next = ahead.find((row) => row.matches(selector));
  next?.focus();
  next?.scrollIntoView({ block: "nearest" });
}
