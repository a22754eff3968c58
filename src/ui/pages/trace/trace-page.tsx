import { useParams, useSearch } from "@tanstack/react-router";
import { Panes } from "../../components/panes/panes.tsx";
import { PageProblem } from "../../components/problem.tsx";
import { Waiting } from "../../components/waiting.tsx";
import { useLack } from "../../lib/use-me.ts";
import { ChatPane } from "./chat-pane.tsx";
import { Inspector } from "./inspector.tsx";
import { NoSession } from "./no-session.tsx";
import type { TraceAsked } from "./trace-asked.ts";
import { TraceCapture } from "./trace-capture.tsx";
import { TraceHead } from "./trace-head.tsx";
import { askedOf, readTraceSearch } from "./trace-search.ts";
import { useReplay } from "./use-replay.ts";
import { findSpan, useTrace } from "./use-trace.ts";
import { Waterfall } from "./waterfall.tsx";

/** A conversation that was received, as spans. */
export function SessionTracePage() {
  const { session } = useParams({ from: "/traces/$session" });
  return <TraceExplorer title={session} asked={{ session }} />;
}

/** A chat, as spans. */
export function ChatTracePage() {
  const { chat } = useParams({ from: "/chats/$chat/trace" });
  return <TraceExplorer title={chat} asked={{ chat }} />;
}

/** A conversation of a run, as spans. */
export function RunTracePage() {
  const { run, evalId } = useParams({ from: "/runs/$run/cases/$evalId/trace" });
  const search = useSearch({ from: "/runs/$run/cases/$evalId/trace" });
  return <TraceExplorer title={evalId} asked={askedOf({ run, evalId }, search)} />;
}

interface ExplorerProps {
  readonly title: string;
  readonly asked: TraceAsked;
}

/** What was said, where the time went, and all that is known of one span, side by side. */
function TraceExplorer({ title, asked }: ExplorerProps) {
  const { span, capture } = readTraceSearch(useSearch({ strict: false }));
  const { data, error } = useTrace(asked);
  // an address from somebody who may offers it to nobody else
  const isCapturing = useLack("editor") === undefined && capture === true;
  const replay = useReplay(data?.view.duration ?? 0);
  if (error !== null) {
    if (asked.session === undefined) return <PageProblem error={error} />;
    return (
      <main className="main">
        <NoSession error={error} />
      </main>
    );
  }
  if (data === undefined) return <Waiting what="Reading the spans." />;
  const { view } = data;
  const selected = findSpan(view, span);
  return (
    <main className={`main trace-main${isCapturing ? " capturing" : ""}`}>
      <TraceHead title={title} asked={asked} trace={data} selected={selected} />
      <Panes name="trace" className="panes tracepanes" left={212} right={420}>
        <ChatPane turns={view.turns} selected={selected} until={replay.until} />
        <Waterfall view={view} selected={selected} until={replay.until} />
        {isCapturing ? (
          <TraceCapture title={title} asked={asked} agent={view.agent} />
        ) : (
          <Inspector view={view} asked={asked} selected={selected} replay={replay} />
        )}
      </Panes>
    </main>
  );
}
