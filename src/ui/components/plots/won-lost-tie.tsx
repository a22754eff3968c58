import type { CSSProperties } from "react";

interface WonLostTieProps {
  readonly wins: number;
  readonly losses: number;
  readonly ties: number;
}

/** How many cases B won, lost and tied: filled, outlined, faint. The numbers stand beside it. */
export function WonLostTie({ wins, losses, ties }: WonLostTieProps) {
  const part = (count: number) => ({ "--n": count }) as CSSProperties;
  return (
    <span className="wlt" aria-hidden="true">
      {wins > 0 && <i className="w" style={part(wins)} />}
      {losses > 0 && <i className="l" style={part(losses)} />}
      {ties > 0 && <i style={part(ties)} />}
    </span>
  );
}
