import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { CaptureSheet } from "../../components/capture/capture-sheet.tsx";
import { Problem } from "../../components/problem.tsx";
import { call } from "../../lib/api.ts";
import type { TraceAsked } from "./trace-asked.ts";

interface TraceCaptureProps {
  readonly title: string;
  readonly asked: TraceAsked;
  /** As the spans call the agent. */
  readonly agent: string | undefined;
}

/** A conversation that was traced becomes a case of an eval set. */
export function TraceCapture({ title, asked, agent }: TraceCaptureProps) {
  const navigate = useNavigate();
  const close = () =>
    void navigate({ to: ".", search: (before) => ({ ...before, capture: undefined }) });
  const { data, error } = useQuery({
    queryKey: ["trace", asked, "case"],
    queryFn: ({ signal }) => call("GET /trace/case", { query: { ...asked }, signal }),
    // what somebody is choosing from does not change below their hands
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  const sets = useQuery({
    queryKey: ["sets"],
    queryFn: ({ signal }) => call("GET /sets", { signal }),
  });
  if (data === undefined || sets.data === undefined) {
    const problem = error ?? sets.error;
    return (
      <aside
        className="pane sheet"
        aria-label="Capture as case"
        aria-busy={problem === null ? "true" : undefined}
      >
        {problem !== null && (
          <div className="sect">
            <Problem error={problem} />
            <button type="button" className="btn" onClick={close}>
              Close
            </button>
          </div>
        )}
      </aside>
    );
  }
  const folder = sets.data.agents.find((each) => each.slice(each.lastIndexOf("/") + 1) === agent);
  return (
    <CaptureSheet
      agent={folder}
      name={title}
      turns={data.turns}
      state={data.state}
      onClose={close}
    />
  );
}
