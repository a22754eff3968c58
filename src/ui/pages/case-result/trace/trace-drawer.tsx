import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { plural } from "../../../../core/text/plural.ts";
import { Problem } from "../../../components/problem.tsx";
import { useKeys } from "../../../lib/keys/use-keys.ts";
import { secondsText } from "../../../lib/words.ts";
import type { SpanRow, TraceView } from "../../trace/trace-types.ts";
import { findSpan, useTrace } from "../../trace/use-trace.ts";
import { Waterfall } from "../../trace/waterfall.tsx";
import type { SpanPlace } from "../../trace/waterfall-item.tsx";
import type { ShownCase } from "../use-case.ts";
import { stepSpans } from "./step-spans.ts";

interface TraceDrawerProps {
  readonly shown: ShownCase;
  /** Somebody just asked for it: its spans have the focus, which goes back to where it was. */
  readonly takesFocus: boolean;
}

/** Where the time of this conversation went, below the turn: the step that is looked at is lit in it, and the other way round. */
export function TraceDrawer({ shown, takesFocus }: TraceDrawerProps) {
  const { run, data: conversation, turns, at } = shown;
  const { evalSetId: set, evalId, trial } = conversation.result;
  const { step, span } = useSearch({ from: "/runs/$run/cases/$evalId" });
  const navigate = useNavigate({ from: "/runs/$run/cases/$evalId" });
  const { data, error } = useTrace({ run, set, case: evalId, trial });
  const view = data?.view;
  const close = () =>
    void navigate({
      search: ({ trace: _, span: __, ...now }) => now,
      replace: true,
    });
  useKeys([{ keys: "Escape", does: "Close the trace", run: close }], "Trace");
  const drawer = useFocus(takesFocus && view !== undefined);
  const spansAt = (turn: number) => {
    const own = turns[turn];
    return own === undefined ? [] : stepSpans(own, view?.turns[turn]?.tools ?? []);
  };
  const selected = view && findSpan(view, span ?? spansAt(at)[(step ?? 0) - 1]);
  const placeOf = (row: SpanRow): SpanPlace => {
    const turn = view?.turns.findIndex(({ spans }) => spans.includes(row)) ?? -1;
    // what is around the turns leaves the turn that is shown
    if (turn < 0 || turns[turn] === undefined) return { step: undefined };
    const place = spansAt(turn).indexOf(row.id);
    return { turn: turn + 1, step: place < 0 ? undefined : place + 1 };
  };
  const chosen = view && span !== undefined ? findSpan(view, span) : undefined;
  const place = chosen && placeOf(chosen);
  // an address from elsewhere has the span alone: its step is lit as if it had been chosen here
  const isMissing = step === undefined && place?.step !== undefined;
  useEffect(() => {
    if (isMissing) void navigate({ search: (now) => ({ ...now, ...place }), replace: true });
  });
  return (
    <section className="tracedrawer" aria-label="Trace" ref={drawer}>
      <div className="bar">
        <h2>Trace</h2>
        <span className="small muted">{view !== undefined && factsOf(view)}</span>
        <Link
          className="push small"
          to="/runs/$run/cases/$evalId/trace"
          params={{ run, evalId }}
          search={{ set, trial: trial + 1, span: selected?.id }}
        >
          Open in the explorer
        </Link>
        <button type="button" className="btn s ghost" onClick={close}>
          Hide trace{" "}
          <span className="kbd wide" aria-hidden="true">
            t
          </span>
        </button>
      </div>
      {error !== null && <Problem error={error} />}
      {view === undefined ? (
        error === null && <div className="wait-block" aria-busy="true" />
      ) : (
        <Waterfall view={view} selected={selected} until={undefined} placeOf={placeOf} isBrief />
      )}
    </section>
  );
}

function factsOf({ duration, spanCount }: TraceView): string {
  const took = duration === undefined ? [] : [secondsText(duration / 1000)];
  return [...took, plural(spanCount, "span")].join(", ");
}

/** The spans have the focus once they are there; when they go it is again where it was. */
function useFocus(isWanted: boolean) {
  const drawer = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!isWanted) return;
    const before = document.activeElement;
    drawer.current?.querySelector<HTMLElement>("[tabindex='0']")?.focus({ preventScroll: true });
    return () => {
      if (before instanceof HTMLElement) before.focus();
    };
  }, [isWanted]);
  return drawer;
}
