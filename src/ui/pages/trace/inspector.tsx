import { useQuery } from "@tanstack/react-query";
import { Link, useSearch } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Glyph } from "../../components/glyph.tsx";
import { Icon } from "../../components/icon.tsx";
import { Problem } from "../../components/problem.tsx";
import { call } from "../../lib/api.ts";
import { useKeys } from "../../lib/keys/use-keys.ts";
import { secondsText } from "../../lib/words.ts";
import { AttributesPane } from "./attributes-pane.tsx";
import { EventPane } from "./event-pane.tsx";
import { GraphPane } from "./graph-pane.tsx";
import { RequestPane, ResponsePane } from "./message-panes.tsx";
import type { TraceAsked } from "./trace-asked.ts";
import { readTraceSearch, type TracePane } from "./trace-search.ts";
import type { SpanDetail, SpanRow, TraceView } from "./trace-types.ts";
import type { Replay } from "./use-replay.ts";

interface InspectorProps {
  readonly view: TraceView;
  readonly asked: TraceAsked;
  readonly selected: SpanRow | undefined;
  readonly replay: Replay;
}

const tabs: readonly { readonly pane: TracePane; readonly label: string }[] = [
  { pane: "event", label: "Event" },
  { pane: "request", label: "Request" },
  { pane: "response", label: "Response" },
  { pane: "attributes", label: "Attributes" },
  { pane: "graph", label: "Graph" },
  { pane: "raw", label: "Raw" },
];

/** All that is known of the span that is chosen, and which agent called what. */
export function Inspector({ view, asked, selected, replay }: InspectorProps) {
  const { pane = "event" } = readTraceSearch(useSearch({ strict: false }));
  return (
    <aside className="pane insp" aria-label="Selected span">
      <SpanHead row={selected} />
      <div className="tabs">
        <nav aria-label="What of it">
          {tabs.map((tab) => (
            <Link
              key={tab.pane}
              to="."
              search={(before) => ({ ...before, pane: tab.pane })}
              replace
              aria-current={tab.pane === pane ? "page" : undefined}
            >
              {tab.label}
            </Link>
          ))}
        </nav>
      </div>
      <section
        className="body"
        aria-label={tabs.find((tab) => tab.pane === pane)?.label}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys
        tabIndex={0}
      >
        {pane === "graph" ? (
          <GraphPane view={view} selected={selected} until={replay.until} />
        ) : (
          <OfSpan asked={asked} row={selected} pane={pane} />
        )}
      </section>
      <Scrub replay={replay} />
    </aside>
  );
}

const icons = { agent: "agents", model: "model", tool: "tool", other: "own" } as const;

function SpanHead({ row }: { readonly row: SpanRow | undefined }) {
  if (row === undefined)
    return <div className="bar head muted">Choose a span to see all of it.</div>;
  const { name, kind, error, start, end, agent } = row;
  const took = start === undefined || end === undefined ? undefined : (end - start) / 1000;
  const words = [
    error,
    took === undefined ? undefined : `${error === undefined ? "" : "after "}${secondsText(took)}`,
    agent === undefined || kind === "agent" ? undefined : `by ${agent}`,
  ];
  return (
    <div className="bar head">
      {error === undefined ? <Icon name={icons[kind]} /> : <Glyph state="errored" />}
      <code className="strong clip">{name}</code>
      <span className="small muted clip">
        {words.filter((word) => word !== undefined).join(", ")}
      </span>
    </div>
  );
}

interface OfSpanProps {
  readonly asked: TraceAsked;
  readonly row: SpanRow | undefined;
  readonly pane: Exclude<TracePane, "graph">;
}

function OfSpan({ asked, row, pane }: OfSpanProps) {
  const query = { ...asked, trace: row?.trace ?? "", span: row?.id ?? "" };
  const { data, error } = useQuery({
    queryKey: ["trace", asked, "span", query.trace, query.span],
    queryFn: ({ signal }) => call("GET /trace/span", { query, signal }),
    enabled: row !== undefined,
  });
  if (row === undefined) {
    return (
      <p className="empty">A span of the waterfall is opened by a click, or by the arrow keys.</p>
    );
  }
  if (error !== null) return <Problem error={error} />;
  return data === undefined ? <div aria-busy="true" /> : paneOf[pane](data);
}

const paneOf: Readonly<Record<OfSpanProps["pane"], (detail: SpanDetail) => ReactNode>> = {
  event: (detail) => <EventPane detail={detail} />,
  request: (detail) => <RequestPane detail={detail} />,
  response: (detail) => <ResponsePane detail={detail} />,
  attributes: (detail) => <AttributesPane detail={detail} />,
  raw: (detail) => <pre className="printed raw">{JSON.stringify(detail, null, 2)}</pre>,
};

/** Plays the conversation again: what had not happened yet is dimmed. */
function Scrub({ replay }: { readonly replay: Replay }) {
  const { until, duration, isPlaying, toggle, seek } = replay;
  useKeys([{ keys: " ", does: "Replay", run: toggle, isOff: duration === 0 }], "Replay");
  return (
    <div className="scrub">
      <button type="button" className="btn s" onClick={toggle} disabled={duration === 0}>
        {isPlaying ? "Pause" : "Replay"}
      </button>
      <input
        type="range"
        aria-label="Moment of the replay"
        aria-valuetext={secondsText((until ?? duration) / 1000)}
        min={0}
        max={duration || 1}
        step={(duration || 1) / 200}
        value={until ?? duration}
        onChange={({ target }) => {
          const at = Number(target.value);
          seek(at >= duration ? undefined : at);
        }}
      />
      <span className="small muted num">
        {secondsText((until ?? duration) / 1000)} of {secondsText(duration / 1000)}
      </span>
    </div>
  );
}
