import { useQuery } from "@tanstack/react-query";
import { call } from "../../lib/api.ts";
import type { MetricChoice } from "./launch-state.ts";

interface AddMetricProps {
  readonly known: readonly string[];
  readonly onAdd: (name: string, choice: MetricChoice) => void;
}

/** Metrics that no config asks for. */
export function AddMetric({ known, onAdd }: AddMetricProps) {
  const { data } = useQuery({
    queryKey: ["metrics"],
    queryFn: ({ signal }) => call("GET /metrics", { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const others = (data?.metrics ?? []).filter(({ name }) => !known.includes(name));
  return (
    <span className="sel">
      <select
        aria-label="Add metric"
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
