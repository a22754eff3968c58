import { Link } from "@tanstack/react-router";
import { type Begun, whereTo } from "./start-all.ts";

interface NotBegunProps {
  readonly runs: Begun;
  readonly onOpen: () => void;
}

/** Of several runs, those that could not begin, and the way to those that did. */
export function NotBegun({ runs, onOpen }: NotBegunProps) {
  const ids = runs.flatMap(({ runId }) => runId ?? []);
  if (ids.length === runs.length) return null;
  return (
    <div role="alert">
      {runs.map(
        ({ agent, agentModel, problem }) =>
          problem !== undefined && (
            <p key={`${agent} ${agentModel}`} className="t-fail">
              {agent}
              {agentModel !== undefined && ` with ${agentModel}`} did not begin. {problem.message}{" "}
              {problem.hint}
            </p>
          ),
      )}
      {ids.length > 0 && (
        <p>
          <Link {...whereTo(ids)} onClick={onOpen}>
            {ids.length === 1 ? "Watch the other one" : `Watch the other ${ids.length}`}
          </Link>
        </p>
      )}
    </div>
  );
}
