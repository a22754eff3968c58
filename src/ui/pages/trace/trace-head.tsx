import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { plural } from "../../../core/text/plural.ts";
import { AddToReview } from "../../components/review/add-to-review.tsx";
import { Allowed } from "../../components/who/allowed.tsx";
import { call, type Reply } from "../../lib/api.ts";
import { useKeys } from "../../lib/keys/use-keys.ts";
import { saveFile } from "../../lib/save-file.ts";
import { useLack } from "../../lib/use-me.ts";
import { EvaluateDialog } from "./evaluate-dialog.tsx";
import type { TraceAsked } from "./trace-asked.ts";
import { traceSentence } from "./trace-sentence.ts";
import type { SpanRow } from "./trace-types.ts";

interface HeadProps {
  readonly title: string;
  readonly asked: TraceAsked;
  readonly trace: Reply<"GET /trace">;
  /** The span that is chosen. */
  readonly selected: SpanRow | undefined;
}

/** Which conversation it is, where its time went, and what can be made of it. */
export function TraceHead({ title, asked, trace, selected }: HeadProps) {
  const { view, isGolden, isComplete } = trace;
  const { session } = asked;
  const { head, rest } = traceSentence(view);
  const name = title.replace(/[^\w.-]+/g, "_");
  const [isEvaluating, setEvaluating] = useState(false);
  const exporting = useMutation({
    mutationFn: (as: "otlp" | "chrome") => call(`GET /trace/${as}`, { query: { ...asked } }),
    onSuccess: ({ text }, as) => saveFile(`${name}.${as === "otlp" ? "jsonl" : "json"}`, text),
  });
  const capture = { to: ".", search: withCapture } as const;
  const navigate = useNavigate();
  const hasTurns = view.turns.length > 0;
  const cannotEdit = useLack("editor");
  const cannotRun = useLack("runner");
  const canCapture = hasTurns && cannotEdit === undefined;
  const canEvaluate = hasTurns && cannotRun === undefined;
  useKeys([
    { keys: "c", does: "Capture as case", run: () => void navigate(capture), isOff: !canCapture },
    { keys: "v", does: "Evaluate this", run: () => setEvaluating(true), isOff: !canEvaluate },
  ]);
  return (
    <header className="pagehead">
      <div className="row">
        <h1>Trace of {title}</h1>
        <span className="chip wide">
          {plural(view.turns.length, "turn")}, {plural(view.spanCount, "span")}
        </span>
        {!isComplete && <span className="chip">More may come</span>}
        {isGolden && <span className="chip">Golden</span>}
        <div className="btns push">
          <button type="button" className="btn ghost" onClick={() => exporting.mutate("chrome")}>
            Export Chrome trace
          </button>
          <button type="button" className="btn" onClick={() => exporting.mutate("otlp")}>
            Export OTLP
          </button>
          {session !== undefined && (
            <Allowed needs="editor" isSilent>
              <Golden session={session} isGolden={isGolden} />
            </Allowed>
          )}
          <ResultLink asked={asked} trace={trace} selected={selected} />
          <ReviewTrace asked={asked} />
          {canCapture && (
            <Link className="btn" {...capture}>
              Capture as case{" "}
              <span className="kbd wide" aria-hidden="true">
                c
              </span>
            </Link>
          )}
          {canEvaluate && (
            <button type="button" className="btn primary" onClick={() => setEvaluating(true)}>
              Evaluate this…
            </button>
          )}
          {hasTurns && (cannotRun ?? cannotEdit) !== undefined && (
            <span className="small muted lack">{cannotRun ?? cannotEdit}</span>
          )}
        </div>
      </div>
      <p className="lead">
        <strong>{head}</strong> {rest}
      </p>
      {isEvaluating && (
        <EvaluateDialog title={title} asked={asked} onClose={() => setEvaluating(false)} />
      )}
      {exporting.error !== null && <p className="t-fail">{exporting.error.message}</p>}
      {view.withoutContent !== undefined && <p className="small muted">{view.withoutContent}</p>}
      {view.warnings.length > 0 && (
        <details className="small">
          <summary>{plural(view.warnings.length, "thing")} not understood</summary>
          <ul>
            {[...new Set(view.warnings)].slice(0, 50).map((warning) => (
              <li key={warning}>{warning}</li>
            ))}
          </ul>
        </details>
      )}
    </header>
  );
}

type ResultLinkProps = Pick<HeadProps, "asked" | "trace" | "selected">;

/** The page of the case at the turn that the chosen span is of, with that span lit below it. */
function ResultLink({ asked, trace, selected }: ResultLinkProps) {
  const { run = "", case: evalId = "", set, trial = 0 } = asked;
  const { turns } = trace.view;
  const navigate = useNavigate();
  const turn = turns.findIndex(({ spans }) => spans.some(({ id }) => id === selected?.id));
  const to = {
    to: "/runs/$run/cases/$evalId",
    params: { run, evalId },
    search: {
      set,
      trial: trial + 1,
      ...(turn >= 0 && { turn: turn + 1 }),
      ...(selected !== undefined && { trace: true as const, span: selected.id }),
    },
  } as const;
  useKeys([
    { keys: "t", does: "Result of this step", run: () => void navigate(to), isOff: run === "" },
  ]);
  if (run === "") return null;
  return (
    <Link className="btn" {...to}>
      {selected === undefined ? "Result of this case" : "Result of this step"}{" "}
      <span className="kbd wide" aria-hidden="true">
        t
      </span>
    </Link>
  );
}

function ReviewTrace({ asked }: Pick<HeadProps, "asked">) {
  const { session, chat, run, set, case: evalId, trial = 0 } = asked;
  if (session !== undefined) return <AddToReview of={{ session }} />;
  if (chat !== undefined) return <AddToReview of={{ chat }} />;
  if (run === undefined || set === undefined || evalId === undefined) return null;
  return <AddToReview of={{ run, set, case: evalId, trial }} />;
}

function withCapture<Before extends object>(before: Before) {
  return { ...before, capture: true as const };
}

function Golden({ session, isGolden }: { readonly session: string; readonly isGolden: boolean }) {
  const queries = useQueryClient();
  const marking = useMutation({
    mutationFn: () =>
      call("POST /sessions/:session/golden", { params: { session }, body: { golden: !isGolden } }),
    onSuccess: () => queries.invalidateQueries(),
  });
  return (
    <>
      <button type="button" className="btn" onClick={() => marking.mutate()}>
        {isGolden ? "Golden no longer" : "Make golden"}
      </button>
      {marking.error !== null && (
        <span className="small t-fail" role="alert">
          {marking.error.message}
        </span>
      )}
    </>
  );
}
