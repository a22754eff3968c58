import type { KeyboardEvent, PointerEvent, RefObject } from "react";

interface PaneHandleProps {
  readonly side: "left" | "right";
  readonly width: number;
  readonly least: number;
  readonly most: number;
  readonly frame: RefObject<HTMLElement | null>;
  /** Undefined: as the screen has it. */
  readonly onWidth: (width: number | undefined) => void;
}

const STEP = 16;

/** The line between two panes: drawn by mouse, moved by the arrow keys, and put back by a double click or Home. */
export function PaneHandle({ side, width, least, most, frame, onWidth }: PaneHandleProps) {
  function drag({ clientX, currentTarget, pointerId }: PointerEvent<HTMLElement>): void {
    const box = frame.current?.getBoundingClientRect();
    if (box === undefined || !currentTarget.hasPointerCapture(pointerId)) return;
    onWidth(side === "left" ? clientX - box.left : box.right - clientX);
  }
  function press(event: KeyboardEvent): void {
    const outward = side === "left" ? "ArrowRight" : "ArrowLeft";
    const inward = side === "left" ? "ArrowLeft" : "ArrowRight";
    if (event.key === outward) onWidth(width + STEP);
    else if (event.key === inward) onWidth(width - STEP);
    else if (event.key === "Home") onWidth(undefined);
    else return;
    event.preventDefault();
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a line that can be moved is no break between texts
    <div
      role="separator"
      className={`pane-handle ${side}`}
      aria-orientation="vertical"
      aria-label={`Width of the ${side} pane`}
      aria-valuenow={width}
      aria-valuemin={least}
      aria-valuemax={most}
      tabIndex={0}
      onKeyDown={press}
      onDoubleClick={() => onWidth(undefined)}
      onPointerDown={({ currentTarget, pointerId }) => currentTarget.setPointerCapture(pointerId)}
      onPointerMove={drag}
    />
  );
}
