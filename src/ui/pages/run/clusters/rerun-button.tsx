import { useMutation } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { Allowed } from "../../../components/who/allowed.tsx";
import { numberText } from "../../../lib/amounts.ts";
import { call } from "../../../lib/api.ts";
import type { Run } from "../use-run.ts";

interface RerunButtonProps {
  readonly run: Run;
  readonly cases: readonly { readonly evalSetId: string; readonly evalId: string }[];
}

/** Runs these cases again, as the run asked for them, and shows it. */
export function RerunButton({ run, cases }: RerunButtonProps) {
  const navigate = useNavigate();
  const again = useMutation({
    mutationFn: () =>
      call("POST /runs/:run/rerun", {
        params: { run: run.runId },
        body: {
          cases: cases.map(({ evalSetId, evalId }) => ({ set: evalSetId, case: evalId })),
          trials: run.about.trials,
        },
      }),
    onSuccess: ({ runId }) => navigate({ to: "/runs/$run", params: { run: runId } }),
  });
  if (run.about.kind !== "eval" || run.state === "running") return null;
  return (
    <Allowed needs="runner" isSilent>
      <button
        type="button"
        className="btn s"
        disabled={again.isPending}
        onClick={() => again.mutate()}
      >
        {again.isPending ? "Starting…" : `Re-run ${numberText(cases.length)}`}
      </button>
      {again.error !== null && (
        <span className="t-fail small" role="alert">
          {again.error.message}
        </span>
      )}
    </Allowed>
  );
}
