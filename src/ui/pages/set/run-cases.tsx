import { NewRun } from "../../components/run-dialog/new-run.tsx";
import { casesText } from "../../lib/amounts.ts";
import type { Reply } from "../../lib/api.ts";

interface RunCasesProps {
  readonly set: Pick<Reply<"GET /sets/:set">, "agent" | "path" | "cases">;
  /** All of them unless given. */
  readonly cases?: readonly string[] | undefined;
  readonly isPrimary?: boolean;
}

/** Opens the run dialog for a set, or for some of its cases. */
export function RunCases({ set: { agent, path, cases: all }, cases, isPrimary }: RunCasesProps) {
  const count = cases?.length ?? all.length;
  return (
    <NewRun
      scope={{ agent: agent ?? ".", evalSets: [path], cases }}
      words={`Run ${casesText(count)}…`}
      keys={isPrimary === true ? "r" : undefined}
      isPrimary={isPrimary}
      lack={lackOf(agent, count)}
    />
  );
}

function lackOf(agent: string | undefined, count: number): string | undefined {
  if (agent === undefined) return "The file lies in no agent’s folder, so nobody can run it.";
  return count === 0 ? "There is no case to run." : undefined;
}
