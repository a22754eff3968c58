interface StepNumberProps {
  /** From 0. */
  readonly at: number;
  /** Undefined where nobody can choose a step. */
  readonly onSelect: ((step: number) => void) | undefined;
}

/** The place of a step in its turn, by which it is chosen. */
export function StepNumber({ at, onSelect }: StepNumberProps) {
  if (onSelect === undefined) return <span className="no">{at + 1}</span>;
  return (
    <button
      type="button"
      className="no"
      aria-label={`Step ${at + 1}`}
      title="Look at this step"
      onClick={() => onSelect(at + 1)}
    >
      {at + 1}
    </button>
  );
}
