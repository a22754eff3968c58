import { useQuery } from "@tanstack/react-query";
import { call } from "../../lib/api.ts";
import type { MetricChoice } from "./launch-state.ts";

interface AddMetricProps {
  /** Undefined as long as it is not known what the configs ask for. */
  readonly known: readonly string[] | undefined;
  readonly onAdd: (name: string, choice: MetricChoice) => void;
}

/** Metrics that no config asks for. */
export function AddMetric({ known, onAdd }: AddMetricProps) {
  const { data } = useQuery({
    queryKey: ["metrics"],
    queryFn: ({ signal }) => call("GET /metrics", { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const others = (data?.metrics ?? []).filter(({ name }) => known?.includes(name) === false);
  return (
    <span className="sel">
      <select
        aria-label="Add metric"
        disabled={known === undefined}
        value=""
        onChange={({ target }) => {
          const metric = others.find(({ name }) => name === target.value);
          if (metric !== undefined) {
            onAdd(metric.name, { isOn: true, threshold: metric.threshold ?? metric.min });
          }
        }}
      >
        <option value="">Add metric…</option>
        {others.map(({ name, plainName, about }) => (
          <option key={name} value={name} title={about}>
            {plainName === name ? name : `${plainName} (${name})`}
          </option>
        ))}
      </select>
    </span>
  );
}
