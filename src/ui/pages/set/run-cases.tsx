import { useMutation } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useToast } from "../../components/toasts.tsx";
import { ApiProblem, call, type Reply } from "../../lib/api.ts";

interface RunCasesProps {
  readonly set: Pick<Reply<"GET /sets/:set">, "agent" | "path" | "cases">;
  /** All of them unless given. */
  readonly cases?: readonly string[] | undefined;
  readonly isPrimary?: boolean;
}

/** Starts a run of a set, or of some of its cases, by the criteria that it has. */
export function RunCases({ set, cases, isPrimary }: RunCasesProps) {
  const navigate = useNavigate();
  const toast = useToast();
  const { agent, path } = set;
  const start = useMutation({
    mutationFn: () =>
      call("POST /runs", {
        body: {
          agent: agent ?? ".",
          evalSets: [path],
          ...(cases !== undefined && { cases: [...cases] }),
        },
      }),
    onSuccess: ({ runId }) => navigate({ to: "/runs/$run", params: { run: runId } }),
    onError: (error) =>
      toast({
        words:
          error instanceof ApiProblem
            ? `${error.message} ${error.hint ?? ""}`
            : "The run did not begin.",
      }),
  });
  const count = cases?.length ?? set.cases.length;
  return (
    <button
      type="button"
      className={isPrimary === true ? "btn primary" : "btn"}
      disabled={count === 0 || agent === undefined || start.isPending}
      title={
        agent === undefined
          ? "The file lies in no agent’s folder, so nobody can run it."
          : undefined
      }
      onClick={() => start.mutate()}
    >
      {start.isPending ? "Starting" : `Run ${count === 1 ? "1 case" : `${count} cases`}`}
    </button>
  );
}
