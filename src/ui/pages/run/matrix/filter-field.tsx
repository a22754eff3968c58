import { useNavigate, useSearch } from "@tanstack/react-router";
import { FilterBox } from "../../../components/filter/filter-box.tsx";
import { caseHints } from "../../../components/filter/filter-hints.ts";
import type { Run } from "../use-run.ts";
import { useCasePages } from "./use-case-pages.ts";
import { useUsualOrder } from "./use-usual-order.ts";

/** Narrows down the cases, in words or in the language of filters. The address says it. */
export function FilterField({ run }: { readonly run: Run }) {
  const { filter = "" } = useSearch({ from: "/runs/$run" });
  const navigate = useNavigate({ from: "/runs/$run" });
  const { problems } = useCasePages(run.runId, 0, 0, useUsualOrder(run));
  const metrics = run.metrics.map(({ name }) => name);
  return (
    <FilterBox
      label="Filter cases"
      placeholder="tag:refunds tool:search metric.response<0.8 rep:any"
      filter={filter}
      hints={caseHints({ metrics, tags: Object.keys(run.tags) })}
      problems={problems}
      onFilter={(text) =>
        navigate({ search: (now) => ({ ...now, filter: text || undefined }), replace: true })
      }
    />
  );
}
