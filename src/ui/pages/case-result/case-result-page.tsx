import { lazyRouteComponent, useSearch } from "@tanstack/react-router";
import { Suspense, useState } from "react";
import { Panes } from "../../components/panes/panes.tsx";
import { PageProblem } from "../../components/problem.tsx";
import { Waiting } from "../../components/waiting.tsx";
import { CaseHead } from "./case-head.tsx";
import { claimsOf } from "./claims.tsx";
import { Evidence } from "./evidence/evidence.tsx";
import { Labelling } from "./evidence/labelling.tsx";
import { FaultLine } from "./fault-line.tsx";
import { Outline } from "./outline.tsx";
import { TrialPicker } from "./trial-picker.tsx";
import { TurnDiff } from "./turn-diff.tsx";
import { useCase } from "./use-case.ts";
import { useCaseKeys } from "./use-case-keys.ts";
import { useTurnView } from "./use-turn-view.ts";

const TraceDrawer = lazyRouteComponent(() => import("./trace/trace-drawer.tsx"), "TraceDrawer");
const PathsView = lazyRouteComponent(() => import("./paths/paths-view.tsx"), "PathsView");

/** One conversation: what was expected beside what happened, aligned, with the reason and every metric's evidence. */
export function CaseResultPage() {
  const { error, shown } = useCase();
  const { metric, paths, trace } = useSearch({ from: "/runs/$run/cases/$evalId" });
  // an address that has it open moves nobody's focus
  const [beganOpen] = useState(trace === true);
  const view = useTurnView();
  useCaseKeys(shown);
  if (shown === undefined) {
    if (error === null) return <Waiting what="Reading the conversation." />;
    return (
      <PageProblem error={error}>
        <TrialPicker />
      </PageProblem>
    );
  }
  const { data, turns, at } = shown;
  const { result } = data;
  const turn = turns[at];
  return (
    <main className="main">
      <CaseHead shown={shown} />
      <Panes name="case" left={224} right={336}>
        <Outline shown={shown} />
        <section className="pane" aria-label="What happened">
          <FaultLine data={data} />
          {paths === true ? (
            <Suspense fallback={<div className="wait-block" aria-busy="true" />}>
              <PathsView shown={shown} />
            </Suspense>
          ) : turn === undefined ? (
            <p className="empty">No turn was finished.</p>
          ) : (
            <TurnDiff
              turn={turn}
              at={at}
              of={turns.length}
              claims={claimsOf(result.metrics, at)}
              view={view}
            />
          )}
          {paths !== true && result.output !== undefined && <Printed text={result.output} />}
          {trace === true && (
            <Suspense fallback={<div className="wait-block" aria-busy="true" />}>
              <TraceDrawer shown={shown} takesFocus={!beganOpen} />
            </Suspense>
          )}
        </section>
        <Evidence
          result={result}
          at={at}
          calls={data.calls}
          rubrics={data.rubrics}
          current={metric}
          actions={(name) => (
            <Labelling key={`${result.trial} ${at}`} metric={name} shown={shown} />
          )}
        />
      </Panes>
    </main>
  );
}

function Printed({ text }: { readonly text: string }) {
  return (
    <div className="sect">
      <h2>What the agent printed</h2>
      <pre className="printed">{text}</pre>
    </div>
  );
}
