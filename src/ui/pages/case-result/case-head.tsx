import { Link, useSearch } from "@tanstack/react-router";
import { isErred } from "../../../core/verdict.ts";
import { Glyph } from "../../components/glyph.tsx";
import { numberText } from "../../lib/amounts.ts";
import { CaseActions } from "./case-actions.tsx";
import { reasonOf } from "./reason-of.ts";
import type { Conversation, ShownCase } from "./use-case.ts";

/** The reason first, then everything else. */
export function CaseHead({ shown }: { readonly shown: ShownCase }) {
  const { run, data, turns } = shown;
  const { result, trials, neighbours } = data;
  const { status, reason } = result;
  return (
    <header className="pagehead">
      <div className="row">
        <Glyph state={isErred(status, reason) ? "errored" : status} />
        <h1 className="clip" title={result.evalId}>
          {result.evalId}
        </h1>
        {trials > 1 && (
          <span className="chip">
            trial {result.trial + 1} of {trials}
          </span>
        )}
        <Neighbours run={run} neighbours={neighbours} />
        <CaseActions shown={shown} />
      </div>
      <Lead reason={reasonOf(result, turns)} />
    </header>
  );
}

/** Which turn it was outranks what happened in it. */
function Lead({ reason }: { readonly reason: string }) {
  const [where = ""] = /^Turn \d+:/.exec(reason) ?? [];
  return (
    <p className="lead">
      <strong>{where}</strong>
      {reason.slice(where.length)}
    </p>
  );
}

/** Through the failures of the run, without going back to it. */
function Neighbours({ run, neighbours }: Pick<Conversation, "neighbours"> & { run: string }) {
  const { failureAt, failures, previousFailure, nextFailure } = neighbours;
  const { trace } = useSearch({ from: "/runs/$run/cases/$evalId" });
  if (failures === 0) return null;
  const step = (place: typeof nextFailure, key: string, words: string) =>
    place !== undefined && (
      <Link
        className="btn s square ghost"
        aria-label={words}
        title={words}
        to="/runs/$run/cases/$evalId"
        params={{ run, evalId: place.case }}
        search={{ set: place.set, trial: place.trial + 1, trace }}
      >
        <span className="kbd" aria-hidden="true">
          {key}
        </span>
      </Link>
    );
  return (
    <span className="row small muted">
      {step(previousFailure, "p", "Previous failure")}
      {step(nextFailure, "n", failureAt === undefined ? "First failure" : "Next failure")}
      {failureAt !== undefined && `failure ${numberText(failureAt)} of ${numberText(failures)}`}
    </span>
  );
}
