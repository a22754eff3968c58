import { useMutation, useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { Dialog } from "../../components/dialog.tsx";
import { Problem } from "../../components/problem.tsx";
import { call } from "../../lib/api.ts";
import { EvaluateMetrics, withoutReference } from "./evaluate-metrics.tsx";
import type { TraceAsked } from "./trace-asked.ts";

interface EvaluateDialogProps {
  readonly title: string;
  readonly asked: TraceAsked;
  readonly onClose: () => void;
}

const usual = ["tool_trajectory_avg_score", "response_match_score"];

/** A conversation is scored as it stands, against the case of a set that it is of. */
export function EvaluateDialog({ title, asked, onClose }: EvaluateDialogProps) {
  const navigate = useNavigate();
  const sets = useQuery({
    queryKey: ["sets"],
    queryFn: ({ signal }) => call("GET /sets", { signal }),
  });
  const metrics = useQuery({
    queryKey: ["metrics"],
    queryFn: ({ signal }) => call("GET /metrics", { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const offered = (sets.data?.sets ?? []).filter(({ problems }) => problems === 0);
  const [path, setPath] = useState<string>();
  const [names, setNames] = useState<readonly string[]>(usual);
  const [threshold, setThreshold] = useState(0.5);
  const [judgeModel, setJudge] = useState("");
  // the set of the case that it is of, where it is of one
  const own = offered.find(({ evalSetId }) => evalSetId === asked.set)?.path;
  const evalSet = path ?? own ?? "";
  const scored = evalSet === "" ? withoutReference(names, metrics.data?.metrics ?? []) : names;
  const asksJudge = (metrics.data?.metrics ?? []).some(
    ({ name, needs }) => scored.includes(name) && needs.includes("judge"),
  );
  const start = useMutation({
    mutationFn: () =>
      call("POST /trace/score", {
        query: { ...asked },
        body: {
          metrics: [...scored],
          threshold,
          evalSet: evalSet || undefined,
          judgeModel: (asksJudge && judgeModel.trim()) || undefined,
        },
      }),
    onSuccess: ({ runId }) => {
      onClose();
      void navigate({ to: "/runs/$run", params: { run: runId } });
    },
  });
  const problem = start.error ?? sets.error ?? metrics.error;
  return (
    <Dialog
      title={`Evaluate ${title}`}
      lead="It is scored as it stands: no agent is called. What comes of it is a run."
      className="evaluate-dialog"
      onClose={onClose}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          start.mutate();
        }}
      >
        <div className="form">
          <label htmlFor="evaluate-set">Against</label>
          <select
            id="evaluate-set"
            className="val"
            data-first-focus
            value={evalSet}
            onChange={({ target }) => setPath(target.value)}
          >
            <option value="">nothing: metrics that need no reference</option>
            {offered.map((set) => (
              <option key={set.id} value={set.path}>
                {set.path} ({set.cases})
              </option>
            ))}
          </select>
          <label htmlFor="evaluate-threshold">Must reach</label>
          <input
            id="evaluate-threshold"
            className="val"
            type="number"
            min="0"
            max="1"
            step="any"
            value={threshold}
            onChange={({ target }) => {
              const next = target.valueAsNumber;
              if (!Number.isNaN(next)) setThreshold(next);
            }}
          />
          {asksJudge && (
            <>
              <label htmlFor="evaluate-judge">Judge</label>
              <input
                id="evaluate-judge"
                className="val mono"
                value={judgeModel}
                placeholder="gemini-2.5-flash"
                onChange={({ target }) => setJudge(target.value)}
              />
            </>
          )}
        </div>
        <EvaluateMetrics
          metrics={metrics.data?.metrics ?? []}
          chosen={names}
          hasReference={evalSet !== ""}
          onChange={setNames}
        />
        <p className="small muted">
          {evalSet === ""
            ? "Choose a set to compare with what should have been done."
            : "Its case is found by the id that the trace names, else by the first message."}
        </p>
        {problem !== null && <Problem error={problem} />}
        <div className="btns formend">
          <button type="button" className="btn ghost" onClick={onClose}>
            Cancel <kbd className="kbd">Esc</kbd>
          </button>
          <button
            type="submit"
            className="btn primary"
            disabled={scored.length === 0 || start.isPending}
          >
            {start.isPending ? "Scoring" : `Score by ${scored.length}`}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
