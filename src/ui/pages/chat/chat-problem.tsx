import { Problem } from "../../components/problem.tsx";

interface ChatProblemProps {
  readonly error: unknown;
  /** What an agent that could not be asked had printed. */
  readonly printed: string | undefined;
}

/** Why nothing is said. */
export function ChatProblem({ error, printed }: ChatProblemProps) {
  return (
    <div className="said-problem">
      <Problem error={error} />
      {printed !== undefined && <pre className="printed">{printed}</pre>}
    </div>
  );
}
