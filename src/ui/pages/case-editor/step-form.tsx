import { useState } from "react";
import { ArgField } from "./arg-field.tsx";
import { matchersOf } from "./edits/edit-matchers.ts";
import { argNames, renamedCall, type Step, withArg, withoutArg } from "./edits/edit-steps.ts";
import type { Draft } from "./use-draft.ts";

interface SeenCall {
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
}

interface StepFormProps {
  readonly draft: Draft;
  readonly step: Step;
  readonly at: number;
  readonly count: number;
  /** The calls of this turn in each recorded run. */
  readonly seen: readonly (readonly SeenCall[])[];
  readonly onChange: (step: Step) => void;
  readonly onMove: (to: number) => void;
  readonly onRemove: () => void;
}

/** An expected call: its tool, and how each of its arguments is compared. */
export function StepForm(props: StepFormProps) {
  const { draft, step, at, count, seen, onChange, onMove, onRemove } = props;
  const tool = step.call.name ?? "";
  const matchers = matchersOf(draft.value, tool);
  const calls = seen.flatMap((run) => run.filter(({ name }) => name === tool));
  const runs = seen.filter((run) => run.some(({ name }) => name === tool)).length;
  return (
    <li className="step">
      <header>
        <span className="no">{at + 1}</span>
        <input
          className="val mono"
          aria-label={`Tool of call ${at + 1}`}
          value={tool}
          onChange={({ target }) => onChange(renamedCall(step, target.value))}
        />
        <label className="row small muted">
          <input
            type="checkbox"
            checked={step.isNameOnly}
            onChange={({ target }) => onChange({ ...step, isNameOnly: target.checked })}
          />
          any arguments
        </label>
        <span className="seen">{seen.length > 0 && `called in ${runs} of ${seen.length}`}</span>
        <span className="btns nowrap">
          <button
            type="button"
            className="btn s ghost square"
            aria-label={`Move call ${at + 1} up`}
            title="Move up"
            disabled={at === 0}
            onClick={() => onMove(at - 1)}
          >
            ↑
          </button>
          <button
            type="button"
            className="btn s ghost square"
            aria-label={`Move call ${at + 1} down`}
            title="Move down"
            disabled={at === count - 1}
            onClick={() => onMove(at + 1)}
          >
            ↓
          </button>
          <button
            type="button"
            className="btn s ghost square"
            aria-label={`Remove call ${at + 1}`}
            title="Remove"
            onClick={onRemove}
          >
            ×
          </button>
        </span>
      </header>
      {!step.isNameOnly && (
        <ul>
          {argNames(step, matchers).map((name) => (
            <ArgField
              key={name}
              draft={draft}
              tool={tool}
              name={name}
              value={step.call.args?.[name]}
              seen={calls.map(({ args }) => args[name])}
              onValue={(value) => onChange(withArg(step, name, value))}
              onRemove={() => onChange(withoutArg(step, name))}
            />
          ))}
          <li className="arg">
            <AddArg at={at} onAdd={(name) => onChange(withArg(step, name, ""))} />
          </li>
        </ul>
      )}
    </li>
  );
}

function AddArg({ at, onAdd }: { readonly at: number; readonly onAdd: (name: string) => void }) {
  const [name, setName] = useState("");
  function add(): void {
    if (name.trim() !== "") onAdd(name.trim());
    setName("");
  }
  return (
    <input
      className="val mono add"
      aria-label={`Add an argument to call ${at + 1}`}
      placeholder="Add argument"
      value={name}
      onChange={({ target }) => setName(target.value)}
      onBlur={add}
      onKeyDown={(event) => {
        if (event.key !== "Enter") return;
        event.preventDefault();
        add();
      }}
    />
  );
}
