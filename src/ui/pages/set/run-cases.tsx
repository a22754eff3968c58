import { NewRun } from "../../components/run-dialog/new-run.tsx";
import { casesText } from "../../lib/amounts.ts";
import type { Reply } from "../../lib/api.ts";

interface RunCasesProps {
  readonly set: Pick<Reply<"GET /sets/:set">, "agent" | "path" | "cases">;
  /** All of them unless given. */
  readonly cases?: readonly string[] | undefined;
  /** Only those with this tag. */
  readonly tag?: string | undefined;
  readonly isPrimary?: boolean;
}

/** Opens the run dialog for a set, or for some of its cases. */
export function RunCases({ set, cases, tag, isPrimary }: RunCasesProps) {
  const { agent, path, cases: all } = set;
  const tagged = tag === undefined ? all : all.filter(({ tags }) => tags.includes(tag));
  const count = cases?.length ?? tagged.length;
  return (
    <NewRun
      scope={{ agent: agent ?? ".", evalSets: [path], cases, tag }}
      words={`Run ${casesText(count)}${tag === undefined ? "" : ` with ${tag}`}…`}
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
