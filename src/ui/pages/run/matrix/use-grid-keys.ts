import { useNavigate } from "@tanstack/react-router";
import type { Virtualizer } from "@tanstack/react-virtual";
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from "react";
import { useKeys } from "../../../lib/keys/use-keys.ts";
import type { Entry } from "./use-case-pages.ts";

interface GridKeysOptions {
  readonly count: number;
  readonly columns: number;
  readonly pages: { readonly at: (index: number) => Entry | undefined };
  readonly virtual: Virtualizer<HTMLDivElement, Element>;
  readonly scroller: RefObject<HTMLDivElement | null>;
}

type Place = readonly [row: number, column: number];

/** How long somebody must stay on a row until it is the selected one: holding a key down asks for nothing. */
const STAY_MS = 120;

/** One cell of the grid is reached by Tab; arrows walk from it; single keys walk by rows and by failures. */
export function useGridKeys({ count, columns, pages, virtual, scroller }: GridKeysOptions) {
  const navigate = useNavigate({ from: "/runs/$run" });
  const [focus, setFocus] = useState<Place>([0, 0]);
  const wanted = useRef<Place>(undefined);
  const staying = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    const place = wanted.current;
    if (place === undefined) return;
    const cell = scroller.current?.querySelector<HTMLElement>(`[data-cell="${place.join(":")}"]`);
    if (cell === null || cell === undefined) return;
    wanted.current = undefined;
    cell.focus({ preventScroll: true });
  });
  useEffect(() => () => clearTimeout(staying.current), []);

  function goTo([row, column]: Place): void {
    const place: Place = [clamp(row, count - 1), clamp(column, columns - 1)];
    wanted.current = place;
    setFocus(place);
    virtual.scrollToIndex(place[0]);
    const entry = pages.at(place[0]);
    clearTimeout(staying.current);
    if (entry === undefined || !("evalId" in entry)) return;
    const { evalId, evalSetId } = entry;
    staying.current = setTimeout(() => {
      void navigate({
        search: (now) => ({ ...now, case: evalId, set: evalSetId }),
        replace: true,
      });
    }, STAY_MS);
  }
  function linkOf(row: number): HTMLElement | null | undefined {
    return scroller.current?.querySelector<HTMLElement>(`a[data-cell="${row}:0"]`);
  }
  /** The next row in a direction that failed; the same one where there is none among those that are there. */
  function failureFrom(row: number, step: 1 | -1): number {
    for (let at = row + step; at >= 0 && at < count; at += step) {
      const entry = pages.at(at);
      if (entry === undefined) break;
      if ("evalId" in entry && entry.status === "failed") return at;
    }
    return row;
  }
  function placeFor(key: string, isFar: boolean, [at, column]: Place): Place | undefined {
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / 28) - 5);
    const places: Readonly<Record<string, Place>> = {
      ArrowDown: [at + 1, column],
      ArrowUp: [at - 1, column],
      ArrowRight: [at, column + 1],
      ArrowLeft: [at, column - 1],
      PageDown: [at + page, column],
      PageUp: [at - page, column],
      Home: [isFar ? 0 : at, 0],
      End: [isFar ? count - 1 : at, columns - 1],
    };
    return places[key];
  }
  const [row, column] = focus;
  useKeys([
    { keys: "j", does: "Next case", run: () => goTo([row + 1, column]) },
    { keys: "k", does: "Previous case", run: () => goTo([row - 1, column]) },
    { keys: "n", does: "Next failure", run: () => goTo([failureFrom(row, 1), column]) },
    { keys: "p", does: "Previous failure", run: () => goTo([failureFrom(row, -1), column]) },
  ]);
  return {
    focus,
    onKeyDown(event: KeyboardEvent): void {
      const cell = (event.target as Element).closest<HTMLElement>("[data-cell]");
      if (cell === null || event.altKey || event.metaKey) return;
      const [at = 0, from = 0] = (cell.dataset.cell ?? "").split(":").map(Number);
      // a cell without evidence of its own, as of an agent that failed, opens its case
      if (event.key === "Enter" && cell instanceof HTMLSpanElement) linkOf(at)?.click();
      const place = placeFor(event.key, event.ctrlKey, [at, from]);
      if (place === undefined) return;
      event.preventDefault();
      goTo(place);
    },
  };
}

function clamp(value: number, most: number): number {
  return Math.max(0, Math.min(most, value));
}
