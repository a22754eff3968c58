import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useParams, useSearch } from "@tanstack/react-router";
import { Panes } from "../../components/panes/panes.tsx";
import { PageProblem } from "../../components/problem.tsx";
import { Waiting } from "../../components/waiting.tsx";
import { call } from "../../lib/api.ts";
import { Agreement } from "./agreement.tsx";
import { JudgeHead } from "./judge-head.tsx";
import { JudgeStats } from "./judge-stats.tsx";
import { Queue } from "./queue.tsx";
import { Tests } from "./tests.tsx";
import { Versions } from "./versions.tsx";

/** Whether a judge says what people say: its verdicts beside labels, and a way to give more of them. */
export function JudgePage() {
  const { judge } = useParams({ from: "/judges/$judge" });
  const { model, list } = useSearch({ from: "/judges/$judge" });
  const { data, error } = useQuery({
    queryKey: ["judge", judge, model, list],
    queryFn: ({ signal }) =>
      call("GET /judges/:judge", { params: { judge }, query: { model, show: list }, signal }),
    placeholderData: keepPreviousData,
  });
  if (error !== null) return <PageProblem error={error} />;
  if (data === undefined) return <Waiting what="Reading what judges said." />;
  return (
    <main className="main judge">
      <JudgeHead shown={data} />
      <JudgeStats shown={data} />
      <Panes name="judge" left={224} right={336}>
        <section className="pane nums" aria-label="Agreement">
          <Agreement shown={data} />
        </section>
        <Queue shown={data} />
        <aside className="pane side" aria-label="Versions and tests">
          <Versions versions={data.versions} />
          <Tests shown={data} />
        </aside>
      </Panes>
    </main>
  );
}
