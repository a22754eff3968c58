import type { CSSProperties, KeyboardEvent, PointerEvent } from "react";
import { useRef } from "react";
import { Histogram } from "../plots/histogram.tsx";
import { type Scale, shareOf } from "../plots/scale.ts";

interface ThresholdSliderProps {
  readonly label: string;
  readonly scores: readonly number[];
  readonly scale: Scale;
  readonly value: number;
  /** As the config has it. */
  readonly saved: number | undefined;
  /** What it would mean: "would pass 17 of 20". */
  readonly words: string;
  readonly format: (value: number) => string;
  readonly onChange: (value: number) => void;
}

/** A threshold that stands on the scores of the last run: what it would mean is seen while it moves. */
export function ThresholdSlider(props: ThresholdSliderProps) {
  const { label, scores, scale, value, saved, words, format, onChange } = props;
  const track = useRef<HTMLDivElement>(null);
  const [low, high] = scale;
  const step = (high - low) / 100;
  const move = (next: number) =>
    onChange(Number(Math.min(high, Math.max(low, next)).toPrecision(4)));
  function press(event: KeyboardEvent): void {
    const moves: Readonly<Record<string, number>> = {
      ArrowLeft: value - step,
      ArrowDown: value - step,
      ArrowRight: value + step,
      ArrowUp: value + step,
      PageDown: value - 10 * step,
      PageUp: value + 10 * step,
      Home: low,
      End: high,
    };
    const next = moves[event.key];
    if (next === undefined) return;
    event.preventDefault();
    move(next);
  }
  function drag({ clientX, buttons }: PointerEvent): void {
    const box = track.current?.getBoundingClientRect();
    if (box === undefined || buttons === 0) return;
    const raw = low + ((high - low) * (clientX - box.left)) / box.width;
    move(Math.round(raw / step) * step);
  }
  return (
    <div
      ref={track}
      className={saved !== undefined && saved !== value ? "slider moved" : "slider"}
      style={{ "--try": `${100 * shareOf(value, scale)}%` } as CSSProperties}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        drag(event);
      }}
      onPointerMove={drag}
    >
      <Histogram
        label={label}
        values={scores}
        scale={scale}
        threshold={saved ?? value}
        format={format}
        withoutTable
      >
        <small>{format(low)}</small>
        <small>{format(high)}</small>
        <span
          className="handle"
          role="slider"
          tabIndex={0}
          aria-label={`Threshold, ${label}`}
          aria-valuemin={low}
          aria-valuemax={high}
          aria-valuenow={value}
          aria-valuetext={`${format(value)}, ${words}`}
          onKeyDown={press}
        />
      </Histogram>
    </div>
  );
}
