import { Link } from "@tanstack/react-router";
import { Keys } from "../../components/keys/keys.tsx";
import { Allowed } from "../../components/who/allowed.tsx";
import type { Reply } from "../../lib/api.ts";
import { useKeys } from "../../lib/keys/use-keys.ts";
import { useLack } from "../../lib/use-me.ts";
import { rightness } from "../judge/rightness.ts";
import type { traceLink } from "./trace-link.ts";
import type { LastSaid, ReviewItem, Saying, Says } from "./use-review.ts";

type Detail = Reply<"GET /review/:item">;

interface AskProps {
  readonly item: ReviewItem;
  /** Undefined until it has come. */
  readonly detail: Detail | undefined;
  /** It was deleted, or forgotten. */
  readonly isGone: boolean;
  readonly place: number;
  readonly of: number;
  readonly saying: Saying;
  readonly trace: ReturnType<typeof traceLink>;
}

/** The question to a person. What the run or the judge said is kept back until they have said something. */
export function ReviewAsk({ item, detail, isGone, place, of, saying, trace }: AskProps) {
  const { last, isWriting } = saying;
  const says = item.said?.says;
  const lack = useLack("editor");
  // nobody says anything of what they have not seen
  const isOff = lack !== undefined || isGone || detail === undefined;
  const say = (which: Says) => () => saying.say(item, which, otherWords(detail));
  useKeys([
    { keys: "y", does: "It is right", run: say("right"), isOff },
    { keys: "n", does: "It is wrong", run: say("wrong"), isOff },
    { keys: "s", does: "Skip it", run: () => saying.next(item) },
    { keys: "u", does: "Take back the last", run: saying.undo, isOff: last === undefined },
    {
      keys: "x",
      does: "Take it out of review",
      run: () => saying.remove(item),
      isOff: lack !== undefined,
    },
  ]);
  const takeOut = (
    <button type="button" className="btn ghost" onClick={() => saying.remove(item)}>
      {isGone ? "Take it out of review" : "Take out"} <Keys keys="x" />
    </button>
  );
  if (isGone) {
    return (
      <div className="judge-ask">
        <p>It was deleted or forgotten since it was put here.</p>
        <div className="btns">{lack === undefined && takeOut}</div>
      </div>
    );
  }
  return (
    <div className="judge-ask">
      <p>
        <strong>{questionOf(item, detail)}</strong>{" "}
        <span className="small muted">
          {place} of {of}
        </span>
      </p>
      <Allowed needs="editor">{null}</Allowed>
      <div className="btns">
        <button
          type="button"
          className="btn"
          aria-pressed={says === "right"}
          disabled={isWriting || isOff}
          onClick={say("right")}
        >
          Right <Keys keys="y" />
        </button>
        <button
          type="button"
          className="btn"
          aria-pressed={says === "wrong"}
          disabled={isWriting || isOff}
          onClick={say("wrong")}
        >
          Wrong <Keys keys="n" />
        </button>
        <button type="button" className="btn ghost" onClick={() => saying.next(item)}>
          Skip <Keys keys="s" />
        </button>
        {says !== undefined && lack === undefined && (
          <button
            type="button"
            className="btn ghost"
            disabled={isWriting}
            onClick={() => saying.say(item, null)}
          >
            Have it wait again
          </button>
        )}
        <Link className="btn ghost" {...trace}>
          Trace <Keys keys="t" />
        </Link>
        {lack === undefined && (
          <Link
            className="btn ghost"
            {...trace}
            search={{ ...trace.search, capture: true as const }}
          >
            Capture as case <Keys keys="c" />
          </Link>
        )}
        {lack === undefined && takeOut}
      </div>
      <p className="small muted" role="status">
        {last === undefined ? blindWords(item) : saidWords(last)}
      </p>
      {last !== undefined && (
        <button type="button" className="btn s ghost" disabled={isWriting} onClick={saying.undo}>
          Take it back <Keys keys="u" />
        </button>
      )}
    </div>
  );
}

function questionOf({ of: { metric } }: ReviewItem, detail: Detail | undefined): string {
  if (metric === undefined) return "Did the agent do what it should?";
  return detail?.judged?.rubric === undefined ? "Is this answer right?" : "Does the rubric hold?";
}

function blindWords({ of: { run, metric }, said }: ReviewItem): string {
  if (run === undefined || said !== undefined) return "";
  const who = metric === undefined ? "What the run" : "What the judge";
  return `${who} says stays hidden until you decide.`;
}

const verdicts = { passed: "passed", failed: "failed", "not-evaluated": "not evaluated" } as const;

/** How the judge or the run saw it. */
function otherWords({ judged, verdict }: Partial<Detail> = {}): string | undefined {
  if (judged !== undefined) {
    return judged.judge === "no verdict"
      ? "the judge came to no verdict"
      : `the judge says ${rightness[judged.judge]}`;
  }
  return verdict === undefined ? undefined : `the run says ${verdicts[verdict]}`;
}

function saidWords({ item: { title }, says, other }: LastSaid): string {
  const name = title.length > 40 ? `${title.slice(0, 40)}…` : title;
  return `${name}: you say ${says}${other === undefined ? "" : `, ${other}`}.`;
}
