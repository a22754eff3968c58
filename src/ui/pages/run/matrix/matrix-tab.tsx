import { useSearch } from "@tanstack/react-router";
import { useMemo, useState } from "react";
import { Panes } from "../../../components/panes/panes.tsx";
import type { RunTabProps } from "../use-run.ts";
import { Matrix } from "./matrix.tsx";
import { Preview } from "./preview.tsx";
import { RunFilters } from "./run-filters.tsx";
import { type Tried, triedIn } from "./tried.ts";
import { WhatIfNote } from "./what-if-note.tsx";

/** Every case against every metric, with the selected one's reason beside it. */
export function MatrixTab({ run, columns }: RunTabProps) {
  const { whatif } = useSearch({ from: "/runs/$run" });
  // while a threshold is being moved, before the address says it
  const [moving, setMoving] = useState<Tried>();
  const settled = useMemo(() => triedIn(whatif), [whatif]);
  const tried = moving ?? settled;
  return (
    <Panes name="run" className="split" right={336}>
      <div className="work">
        <RunFilters run={run} />
        <div>
          {columns?.whatIf !== undefined && whatif !== undefined && (
            <WhatIfNote run={run} columns={columns} whatIf={columns.whatIf} />
          )}
        </div>
        <Matrix run={run} columns={columns} tried={tried} onMove={setMoving} />
      </div>
      <Preview run={run} />
    </Panes>
  );
}
