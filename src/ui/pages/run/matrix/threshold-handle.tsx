import { useNavigate } from "@tanstack/react-router";
import { type KeyboardEvent, type PointerEvent, useRef } from "react";
import { metricName } from "../../../../core/text/metric-name.ts";
import type { Column } from "./cell-state.ts";
import { type Tried, triedText } from "./tried.ts";

interface ThresholdHandleProps {
  readonly column: Column;
  readonly threshold: number;
  readonly tried: Tried;
  readonly onMove: (tried: Tried | undefined) => void;
}

const STEPS = 100;

/** Moves a threshold, by hand or by keys, to see what would come of it. Nothing is saved. */
export function ThresholdHandle({ column, threshold, tried, onMove }: ThresholdHandleProps) {
  const { name, from, to, direction } = column;
  const navigate = useNavigate({ from: "/runs/$run" });
  const last = useRef<Tried>(tried);
  const now = tried[name] ?? threshold;
  const step = (to - from) / STEPS || 0.01;

  function move(value: number): void {
    const kept = rounded(Math.max(from, Math.min(to, value)), step);
    const { [name]: _, ...others } = tried;
    last.current = kept === threshold ? others : { ...others, [name]: kept };
    onMove(last.current);
  }
  /** The address says it, and the server works it out for every case. */
  function settle(): void {
    const whatif = triedText(last.current);
    void navigate({ search: (search) => ({ ...search, whatif }), replace: true }).then(() =>
      onMove(undefined),
    );
  }
  function drag(event: PointerEvent<HTMLSpanElement>): void {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const box = event.currentTarget.parentElement?.getBoundingClientRect();
    if (box === undefined) return;
    move(from + ((event.clientX - box.left) / box.width) * (to - from));
  }
  function press(event: KeyboardEvent): void {
    const far = event.shiftKey ? 10 : 1;
    const values: Readonly<Record<string, number>> = {
      ArrowRight: now + far * step,
      ArrowUp: now + far * step,
      ArrowLeft: now - far * step,
      ArrowDown: now - far * step,
      PageUp: now + 10 * step,
      PageDown: now - 10 * step,
      Home: from,
      End: to,
      Escape: threshold,
    };
    const value = values[event.key];
    if (value === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    move(value);
    settle();
  }
  return (
    <span
      className="handle"
      role="slider"
      tabIndex={0}
      aria-label={`What-if threshold, ${metricName(name)}`}
      aria-valuemin={from}
      aria-valuemax={to}
      aria-valuenow={now}
      aria-valuetext={`${direction === "lower" ? "at most" : "at least"} ${now}${tried[name] === undefined ? "" : `, what-if; the run used ${threshold}`}`}
      title="Move it to see what another threshold would do"
      onPointerDown={(event) => {
        event.preventDefault();
        event.currentTarget.focus();
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={drag}
      onPointerUp={settle}
      onKeyDown={press}
    />
  );
}

/** To as many digits as a step has. */
function rounded(value: number, step: number): number {
  const digits = Math.max(0, Math.ceil(-Math.log10(step)));
  return Number(value.toFixed(digits));
}
