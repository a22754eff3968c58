export type BarcodeMark = "passed" | "failed" | "errored" | "not-evaluated" | null;

interface BarcodeProps {
  /** What it shows, in a sentence: "refund_eu failed 10 of 50 runs". */
  readonly label: string;
  /** Oldest first; null leaves a gap: it was not in that run. */
  readonly marks: readonly BarcodeMark[];
}

/** A mark a run: passed is low, failed is tall, errored a tall triangle, not evaluated a dash. A cliff is a regression, static is a flake. */
export function Barcode({ label, marks }: BarcodeProps) {
  return (
    <svg
      className="bars"
      viewBox={`0 0 ${Math.max(1, marks.length)} 18`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      {kinds.map((kind) => {
        const path = marks.map((mark, at) => (mark === kind ? shapes[kind](at) : "")).join("");
        return path === "" ? null : <path key={kind} className={classes[kind]} d={path} />;
      })}
    </svg>
  );
}

const kinds = ["passed", "failed", "errored", "not-evaluated"] as const;
type Kind = (typeof kinds)[number];

const shapes: Readonly<Record<Kind, (at: number) => string>> = {
  passed: (at) => `M${at + 0.28} 13h.44v4h-.44z`,
  failed: (at) => `M${at + 0.25} 3h.5v14h-.5z`,
  errored: (at) => `M${at + 0.2} 17L${at + 0.5} 3L${at + 0.8} 17z`,
  "not-evaluated": (at) => `M${at + 0.28} 14h.44v2h-.44z`,
};

const classes: Readonly<Record<Kind, string>> = {
  passed: "p",
  failed: "f",
  errored: "e",
  "not-evaluated": "n",
};
