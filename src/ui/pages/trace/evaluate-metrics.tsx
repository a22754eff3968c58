import type { Reply } from "../../lib/api.ts";

type Metric = Reply<"GET /metrics">["metrics"][number];

interface EvaluateMetricsProps {
  readonly metrics: readonly Metric[];
  readonly chosen: readonly string[];
  /** Whether there is something to compare with. */
  readonly hasReference: boolean;
  readonly onChange: (chosen: readonly string[]) => void;
}

/** What a conversation that is over can be asked; what it cannot be, with the reason. */
export function EvaluateMetrics(props: EvaluateMetricsProps) {
  const { metrics, chosen, hasReference, onChange } = props;
  return (
    <fieldset className="sect metric-choice">
      <legend className="sr">Metrics</legend>
      <h2>Metrics</h2>
      {metrics.filter(isOfTraces).map(({ name, plainName, about, needs }) => {
        const isTwin = metrics.some(
          (other) => other.plainName === plainName && other.name !== name,
        );
        const isOff = !hasReference && isCompared(needs);
        return (
          <label key={name} className="opt" title={about}>
            <input
              type="checkbox"
              checked={chosen.includes(name) && !isOff}
              disabled={isOff}
              onChange={({ target }) =>
                onChange(
                  target.checked ? [...chosen, name] : chosen.filter((each) => each !== name),
                )
              }
            />
            <span>{isTwin ? `${plainName} (${name})` : plainName}</span>{" "}
            <span>{isOff ? "needs a set" : needs.includes("judge") ? "asks a judge" : ""}</span>
          </label>
        );
      })}
    </fieldset>
  );
}

/** Of what was chosen, what can be said without anything to compare with. */
export function withoutReference(
  names: readonly string[],
  metrics: readonly Metric[],
): readonly string[] {
  const free = metrics.filter(({ needs }) => !isCompared(needs));
  return names.filter((name) => free.some((metric) => metric.name === name));
}

function isCompared(needs: Metric["needs"]): boolean {
  return needs.some((need) => comparing.includes(need));
}

const comparing: Metric["needs"] = ["expected-conversation", "reference-answer", "final-state"];

/** Rubrics and scenarios stand in a config or a case, and a trace brings neither. */
function isOfTraces({ needs }: Metric): boolean {
  return !needs.includes("rubrics") && !needs.includes("scenario");
}
