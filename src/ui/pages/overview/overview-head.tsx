import { useNavigate } from "@tanstack/react-router";
import { NewRun } from "../../components/run-dialog/new-run.tsx";
import type { Reply } from "../../lib/api.ts";
import { useKeys } from "../../lib/keys/use-keys.ts";
import { caseAddress, newsSentence } from "./overview-words.ts";

interface OverviewHeadProps {
  readonly overview: Reply<"GET /overview">;
  readonly onSeen: () => void;
}

/** The news in one sentence, and the way to the worst of it. */
export function OverviewHead({ overview: { news, agents }, onSeen }: OverviewHeadProps) {
  const navigate = useNavigate();
  const { broke, recovered, flaky } = news;
  const [worst] = broke;
  const count = broke.length + recovered.length + flaky.length;
  const review = () => {
    if (worst !== undefined) void navigate(caseAddress(worst));
  };
  useKeys([
    {
      keys: "Enter",
      does: broke.length === 1 ? "Review the broken case" : `Review ${broke.length} broken cases`,
      run: review,
      isOff: worst === undefined,
    },
  ]);
  const { what, more } = newsSentence(news, agents);
  return (
    <header className="pagehead">
      <div className="row">
        <h1>Overview</h1>
        <div className="btns push">
          {count > 0 && (
            <button type="button" className="btn ghost" onClick={onSeen}>
              Mark as seen
            </button>
          )}
          <NewRun keys="r" />
          {worst !== undefined && (
            <button type="button" className="btn primary" onClick={review}>
              Review {broke.length} broken <kbd className="kbd">Enter</kbd>
            </button>
          )}
        </div>
      </div>
      <p className="lead">
        <strong>{what}</strong>
        {more}
      </p>
    </header>
  );
}
