import { useState } from "react";
import { flushSync } from "react-dom";
import type { HtmlReport } from "../../core/analysis/html-report.ts";

/** Which conversations are open: each is read and drawn only then. */
export interface OpenFailures {
  readonly isOpen: (row: number) => boolean;
  readonly set: (row: number, isOpen: boolean) => void;
  /** Opens one and goes there. */
  readonly show: (row: number) => void;
}

export function useFailures({ causes }: HtmlReport): OpenFailures {
  // one of each cause is open, so that it is also on paper
  const [open, setOpen] = useState<ReadonlySet<number>>(
    () => new Set(causes.slice(0, 20).flatMap(({ rows }) => rows.slice(0, 1))),
  );
  const set = (row: number, isOpen: boolean) =>
    setOpen((now) => {
      if (now.has(row) === isOpen) return now;
      const next = new Set(now);
      if (isOpen) next.add(row);
      else next.delete(row);
      return next;
    });
  return {
    isOpen: (row) => open.has(row),
    set,
    show(row) {
      flushSync(() => set(row, true));
      const found = document.getElementById(idOf(row));
      found?.scrollIntoView();
      found?.querySelector("summary")?.focus();
    },
  };
}

export function idOf(row: number): string {
  return `case-${row}`;
}
