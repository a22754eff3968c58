import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { CallEndEvent } from "../../../../core/run.ts";
import { call } from "../../../lib/api.ts";

interface JudgePromptProps {
  /** One of the calls that asked it. */
  readonly call: CallEndEvent;
  readonly metric: string;
  readonly turn: number;
}

/** What the judge was asked, for those who want to read it. */
export function JudgePrompt({ call: asked, metric, turn }: JudgePromptProps) {
  const [isOpen, setOpen] = useState(false);
  const { runId, evalSetId, evalId, trial } = asked;
  const query = { set: evalSetId, case: evalId, trial, metric };
  const { data, error } = useQuery({
    queryKey: ["judge-prompts", runId, query],
    queryFn: ({ signal }) =>
      call("GET /runs/:run/conversation/prompts", { params: { run: runId }, query, signal }),
    enabled: isOpen,
  });
  const prompts = data?.prompts.filter((each) => each.turn === turn || each.turn === -1) ?? [];
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>Judge prompt</summary>
      {error !== null && <p className="small t-fail">{error.message}</p>}
      {data !== undefined && prompts.length === 0 && (
        <p className="small muted">
          Its words cannot be put together again: the metric asks in words of its own.
        </p>
      )}
      {prompts.map(({ step, system, text, isExact }) => (
        <div key={`${step} ${text}`}>
          <p className="small muted">
            {step},{" "}
            {isExact
              ? "word by word as it was asked"
              : "put together again by this version; it was asked in other words"}
          </p>
          <pre className="printed raw">{`${system}\n\n${text}`}</pre>
        </div>
      ))}
    </details>
  );
}
