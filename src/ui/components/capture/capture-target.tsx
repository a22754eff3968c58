/** Where a case is kept, and under which name. */
export interface Target {
  readonly evalId: string;
  readonly tags: string;
  /** The id of an existing set; undefined: the first that is offered, or a new one. */
  readonly set: string | undefined;
  /** True: a new one, also where there are others. */
  readonly isNew: boolean;
  readonly newSet: string;
}

interface TargetProps {
  readonly target: Target;
  readonly sets: readonly { readonly id: string; readonly path: string; readonly cases: number }[];
  readonly chosen: string | undefined;
  onChange(target: Target): void;
}

const NEW = "(new)";

export function CaptureTarget({ target, sets, chosen, onChange }: TargetProps) {
  const isNew = chosen === undefined;
  return (
    <div className="form">
      <label htmlFor="capture-id">Case id</label>
      <input
        id="capture-id"
        className="mono"
        value={target.evalId}
        onChange={({ target: { value } }) => onChange({ ...target, evalId: value })}
      />
      <label htmlFor="capture-tags">Tags</label>
      <input
        id="capture-tags"
        placeholder="refunds, currency"
        value={target.tags}
        onChange={({ target: { value } }) => onChange({ ...target, tags: value })}
      />
      <label htmlFor="capture-set">Set</label>
      <div className="row">
        <select
          id="capture-set"
          value={chosen ?? NEW}
          onChange={({ target: { value } }) =>
            onChange(
              value === NEW
                ? { ...target, set: undefined, isNew: true }
                : { ...target, set: value, isNew: false },
            )
          }
        >
          {sets.map(({ id, path, cases }) => (
            <option key={id} value={id}>
              {path} ({cases})
            </option>
          ))}
          <option value={NEW}>a new set</option>
        </select>
        {isNew && (
          <input
            aria-label="Id of the new set"
            className="mono"
            value={target.newSet}
            placeholder="captured"
            onChange={({ target: { value } }) => onChange({ ...target, newSet: value })}
          />
        )}
      </div>
    </div>
  );
}
