/** Six states, six shapes: nothing is told by colour alone. */
export type State = "passed" | "failed" | "errored" | "not-evaluated" | "pending" | "skipped";

const words: Readonly<Record<State, string>> = {
  passed: "passed",
  failed: "failed",
  errored: "errored",
  "not-evaluated": "not evaluated",
  pending: "pending",
  skipped: "skipped",
};

const classes: Partial<Record<State, string>> = { passed: "pass", failed: "fail", errored: "err" };

interface GlyphProps {
  readonly state: State;
  /** The words beside it say it already. */
  readonly isSilent?: boolean;
}

export function Glyph({ state, isSilent }: GlyphProps) {
  return (
    <svg
      className={`g ${classes[state] ?? ""}`}
      viewBox="0 0 16 16"
      role="img"
      aria-label={words[state]}
      aria-hidden={isSilent === true}
    >
      {shapes[state]}
    </svg>
  );
}

const line = {
  fill: "none",
  stroke: "currentColor",
  strokeWidth: 1.5,
  strokeLinecap: "round",
  strokeLinejoin: "round",
} as const;

const shapes: Readonly<Record<State, React.ReactNode>> = {
  passed: <path {...line} strokeWidth={2} d="M3 8.6 6.5 12 13 4.5" />,
  failed: (
    <>
      <circle cx="8" cy="8" r="7.5" fill="currentColor" />
      <path
        className="knock"
        d="m5.3 5.3 5.4 5.4m0-5.4-5.4 5.4"
        strokeWidth={2}
        strokeLinecap="round"
      />
    </>
  ),
  errored: (
    <>
      <path
        d="M8 1.2 15.4 14.6H.6z"
        fill="currentColor"
        stroke="currentColor"
        strokeLinejoin="round"
      />
      <path className="knock" d="M8 6v4m0 2.2v.1" strokeWidth={1.8} strokeLinecap="round" />
    </>
  ),
  "not-evaluated": (
    <>
      <circle cx="8" cy="8" r="6.5" {...line} />
      <path d="M5 8h6" {...line} />
    </>
  ),
  pending: <circle cx="8" cy="8" r="6.5" {...line} strokeDasharray="2.1 2" />,
  skipped: <path d="m3 4 4 4-4 4m5-8 4 4-4 4" {...line} />,
};
