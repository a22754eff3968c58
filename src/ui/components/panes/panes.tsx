import { type CSSProperties, type ReactNode, useRef, useState } from "react";
import { keepWidths, keptWidths, type Widths } from "./kept-widths.ts";
import { PaneHandle } from "./pane-handle.tsx";

interface PanesProps {
  /** Whose widths are remembered. */
  readonly name: string;
  readonly className?: string | undefined;
  /** How wide the outer panes are as long as nobody drew them; there may be none on the left. */
  readonly left?: number | undefined;
  readonly right: number;
  readonly children: ReactNode;
}

/** Less than this nobody can read, and more leaves nothing for the middle. */
const LEAST = { left: 140, right: 220 } as const;
const MIDDLE = 320;

/** Panes beside each other, of which the outer ones can be drawn wider or narrower. They stay so. */
export function Panes({ name, className = "panes", left, right, children }: PanesProps) {
  const frame = useRef<HTMLDivElement>(null);
  const [widths, setWidths] = useState<Widths>(() => keptWidths(name));
  const shown = {
    left: left === undefined ? 0 : (widths.left ?? left),
    right: widths.right ?? right,
  };
  function mostOf(side: "left" | "right"): number {
    const whole = frame.current?.clientWidth ?? 1_440;
    return Math.max(LEAST[side], whole - MIDDLE - shown[side === "left" ? "right" : "left"]);
  }
  function draw(side: "left" | "right", width: number | undefined): void {
    const fits =
      width === undefined
        ? undefined
        : Math.round(Math.min(Math.max(width, LEAST[side]), mostOf(side)));
    const next = { ...widths, [side]: fits };
    setWidths(next);
    keepWidths(name, next);
  }
  const sides = left === undefined ? (["right"] as const) : (["left", "right"] as const);
  const style = { "--left": `${shown.left}px`, "--right": `${shown.right}px` } as CSSProperties;
  return (
    <div className={className} style={style} ref={frame}>
      {children}
      {sides.map((side) => (
        <PaneHandle
          key={side}
          side={side}
          width={shown[side]}
          least={LEAST[side]}
          most={mostOf(side)}
          frame={frame}
          onWidth={(width) => draw(side, width)}
        />
      ))}
    </div>
  );
}
