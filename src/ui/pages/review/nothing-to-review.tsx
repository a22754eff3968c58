import { Link } from "@tanstack/react-router";
import { Keys } from "../../components/keys/keys.tsx";
import { useKeys } from "../../lib/keys/use-keys.ts";
import type { Saying, ShownReview } from "./use-review.ts";

interface NothingProps {
  readonly counts: ShownReview["counts"];
  readonly saying: Saying;
}

/** How something comes here, and what can be done with what was said. */
export function NothingToReview({ counts: { said }, saying: { last, undo } }: NothingProps) {
  useKeys([{ keys: "u", does: "Take back the last", run: undo, isOff: last === undefined }]);
  return (
    <div className="read empty">
      <h2>{said === 0 ? "Nothing was put here yet." : "Everything here was looked at."}</h2>
      <p>
        <Keys keys="q" /> adds a session of <Link to="/live">the live list</Link>, a trace, a chat
        or a case of <Link to="/runs">a run</Link>. What a judge said of one answer is added beside
        it, with the evidence of a case.
      </p>
      <p>
        What you say of a judge’s answers becomes labels, by which{" "}
        <Link to="/judges">its page</Link> tells how far it can be trusted.
      </p>
      {last !== undefined && (
        <button type="button" className="btn s ghost" onClick={undo}>
          Take back “{last.says}” <Keys keys="u" />
        </button>
      )}
    </div>
  );
}
