import { type PointerEvent, useRef, useState } from "react";
import { secondsText } from "../../lib/words.ts";
import type { Interval } from "./time-scale.ts";
import type { SpanRow } from "./trace-types.ts";

interface MinimapProps {
  readonly rows: readonly SpanRow[];
  readonly whole: Interval;
  readonly zoom: Interval | undefined;
  onZoom(zoom: Interval | undefined): void;
}

/** More marks than this are no more to be told apart. */
const MOST = 1500;

/** The whole conversation in a line; drawing across it shows only that time. */
export function Minimap({ rows, whole, zoom, onZoom }: MinimapProps) {
  const box = useRef<SVGSVGElement>(null);
  const [from, setFrom] = useState<number | undefined>();
  const length = Math.max(whole.end - whole.start, 0.001);
  const x = (time: number) => ((time - whole.start) / length) * 100;
  function timeAt(event: PointerEvent): number {
    const { left, width } = box.current?.getBoundingClientRect() ?? { left: 0, width: 1 };
    const share = Math.min(Math.max((event.clientX - left) / width, 0), 1);
    return whole.start + share * length;
  }
  const step = Math.max(1, Math.ceil(rows.length / MOST));
  const marks = rows
    .filter((row, at) => at % step === 0 && row.kind !== "agent" && row.start !== undefined)
    .map(({ id, start = 0, end = start, depth, kind }) => (
      <rect
        key={id}
        x={x(start)}
        y={4 + (Math.min(depth, 3) + (kind === "tool" ? 1 : 0)) * 4}
        width={Math.max(x(end) - x(start), 0.3)}
        height={3}
      />
    ));
  return (
    <div className="mini">
      <span className="small muted">Whole conversation, {secondsText(length / 1000)}</span>
      <svg
        ref={box}
        viewBox="0 0 100 24"
        preserveAspectRatio="none"
        role="img"
        aria-label={
          zoom === undefined
            ? "All of it is in view."
            : `In view: ${secondsText(zoom.start / 1000)} to ${secondsText(zoom.end / 1000)}.`
        }
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          setFrom(timeAt(event));
        }}
        onPointerMove={(event) => {
          if (from === undefined) return;
          const to = timeAt(event);
          if (Math.abs(to - from) > length / 200) {
            onZoom({ start: Math.min(from, to), end: Math.max(from, to) });
          }
        }}
        onPointerUp={() => setFrom(undefined)}
      >
        <g fill="var(--color-mark)">{marks}</g>
        {zoom !== undefined && (
          <rect
            className="zoom"
            x={x(zoom.start)}
            y={-3}
            width={Math.max(x(zoom.end) - x(zoom.start), 0.5)}
            height={30}
          />
        )}
      </svg>
      <button
        type="button"
        className="small num"
        disabled={zoom === undefined}
        onClick={() => onZoom(undefined)}
      >
        All
      </button>
    </div>
  );
}
