import type { LaunchState, Plan } from "./launch-state.ts";

type Limited = Pick<
  LaunchState,
  "trials" | "concurrency" | "timeout" | "budget" | "judgeModel" | "samples" | "gates" | "baseline"
>;

interface LimitsProps {
  readonly state: Limited;
  readonly plan: Plan | undefined;
  readonly onChange: (change: Partial<Limited>) => void;
}

const usual = [1, 3, 5, 10];

/** How often, how fast, how long, for how much, and what the whole is held against. */
export function Limits({ state, plan, onChange }: LimitsProps) {
  const { trials, concurrency, timeout, budget, judgeModel, samples, gates, baseline } = state;
  const shows = plan?.estimate.shows;
  return (
    <>
      <section className="sect" aria-labelledby="run-repeats">
        <h2 id="run-repeats">Repeats</h2>
        <div className="row">
          <fieldset className="seg s" aria-label="Repeats of each case">
            {usual.map((count) => (
              <button
                key={count}
                type="button"
                aria-pressed={trials === count}
                onClick={() => onChange({ trials: count })}
              >
                {count}
              </button>
            ))}
          </fieldset>
          {shows !== undefined && (
            <span className="small muted">
              shows a change of about {Math.max(1, Math.round(100 * shows))} pts or more
            </span>
          )}
        </div>
      </section>
      <section className="sect" aria-labelledby="run-limits">
        <h2 id="run-limits">Limits</h2>
        <Field id="run-concurrency" label="At once" about="conversations">
          <NumberInput
            id="run-concurrency"
            value={concurrency}
            onChange={(value) => onChange({ concurrency: Math.max(1, Math.round(value ?? 8)) })}
          />
        </Field>
        <Field id="run-timeout" label="Seconds for a turn" about="then the case fails">
          <NumberInput
            id="run-timeout"
            value={timeout}
            placeholder="120"
            onChange={(value) => onChange({ timeout: value })}
          />
        </Field>
        <Field id="run-budget" label="Cost ceiling, $" about="then it stops, resumable">
          <NumberInput
            id="run-budget"
            value={budget}
            placeholder="none"
            onChange={(value) => onChange({ budget: value })}
          />
        </Field>
        <Field id="run-judge" label="Judge" about={plan?.judge === undefined ? "not asked" : ""}>
          <input
            id="run-judge"
            className="val wide-val"
            value={judgeModel ?? ""}
            placeholder={plan?.judge?.model ?? "as configured"}
            onChange={({ target }) => onChange({ judgeModel: target.value.trim() || undefined })}
          />
        </Field>
        <Field id="run-samples" label="Samples" about="verdicts; most decide">
          <NumberInput
            id="run-samples"
            value={samples}
            placeholder={samplesText(plan)}
            onChange={(value) =>
              onChange({ samples: value && Math.min(100, Math.max(1, Math.round(value))) })
            }
          />
        </Field>
      </section>
      <section className="sect" aria-labelledby="run-gates">
        <h2 id="run-gates">Held against</h2>
        <Field id="run-gate" label="Gates" about="one a line">
          <textarea
            id="run-gate"
            className="val wide-val"
            rows={2}
            value={gates}
            placeholder="pass-rate > 0.9"
            onChange={({ target }) => onChange({ gates: target.value })}
          />
        </Field>
        <Field id="run-baseline" label="Baseline" about="a run, or a commit">
          <input
            id="run-baseline"
            className="val wide-val"
            value={baseline}
            placeholder="none"
            onChange={({ target }) => onChange({ baseline: target.value })}
          />
        </Field>
      </section>
    </>
  );
}

/** What the configs ask for: "5", or "1 to 5" where metrics differ. */
function samplesText(plan: Plan | undefined): string {
  const all = (plan?.metrics ?? []).flatMap(({ judged }) => judged?.samples ?? []);
  if (all.length === 0) return "none";
  const [least, most] = [Math.min(...all), Math.max(...all)];
  return least === most ? `${least}` : `${least} to ${most}`;
}

interface FieldProps {
  readonly id: string;
  readonly label: string;
  readonly about: string;
  readonly children: React.ReactNode;
}

function Field({ id, label, about, children }: FieldProps) {
  return (
    <div className="set">
      <label htmlFor={id}>{label}</label>
      <span>
        {children}
        <span className="small muted">{about}</span>
      </span>
    </div>
  );
}

interface NumberInputProps {
  readonly id: string;
  readonly value: number | undefined;
  readonly placeholder?: string;
  readonly onChange: (value: number | undefined) => void;
}

function NumberInput({ id, value, placeholder, onChange }: NumberInputProps) {
  return (
    <input
      id={id}
      className="val"
      inputMode="decimal"
      value={value ?? ""}
      placeholder={placeholder}
      onChange={({ target }) => {
        const number = Number(target.value);
        onChange(target.value !== "" && number > 0 ? number : undefined);
      }}
    />
  );
}
