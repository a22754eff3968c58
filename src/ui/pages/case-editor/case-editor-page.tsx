import { useIsMutating, useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { PageProblem } from "../../components/problem.tsx";
import { ApiProblem, call } from "../../lib/api.ts";
import { BrokenCase } from "./broken-case.tsx";
import { CaseEditor } from "./case-editor.tsx";

/** One case: what the user says, what is expected, and what the recorded runs are worth by it. */
export function CaseEditorPage() {
  const { set, evalId } = useParams({ from: "/sets/$set/cases/$evalId" });
  const isGoing = useIsMutating({ mutationKey: ["delete", "case", set, evalId] }) > 0;
  const { data, error } = useQuery({
    queryKey: ["case", set, evalId],
    queryFn: ({ signal }) =>
      call("GET /sets/:set/cases/:case", { params: { set, case: evalId }, signal }),
    // the file is edited elsewhere too; of what is being deleted there is nothing to ask
    refetchInterval: 4_000,
    enabled: !isGoing,
    retry: (count, failure) => !(failure instanceof ApiProblem) && count < 3,
  });
  if (data === undefined) {
    if (error !== null) return <PageProblem error={error} />;
    return (
      <main className="main">
        <div className="skeleton" aria-busy="true" />
      </main>
    );
  }
  const key = `${set}\n${evalId}`;
  const isGone = error instanceof ApiProblem && error.status === 404;
  return data.case === undefined ? (
    <BrokenCase key={key} detail={data} address={{ set, evalId }} />
  ) : (
    <CaseEditor key={key} detail={data} isGone={isGone} address={{ set, evalId }} />
  );
}
