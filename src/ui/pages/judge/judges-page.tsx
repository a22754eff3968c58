import { useQuery } from "@tanstack/react-query";
import { useRef } from "react";
import { plural } from "../../../core/text/plural.ts";
import { CommandBlock } from "../../components/command-block.tsx";
import { Problem } from "../../components/problem.tsx";
import { Waiting } from "../../components/waiting.tsx";
import { call, type Reply } from "../../lib/api.ts";
import { useRowKeys } from "../../lib/keys/use-row-keys.ts";
import { JudgeRow } from "./judge-row.tsx";

/** Everybody who judged here: a model with a metric, and how far that was tested. */
export function JudgesPage() {
  const { data, error } = useQuery({
    queryKey: ["judges"],
    queryFn: ({ signal }) => call("GET /judges", { signal }),
  });
  const list = useRef<HTMLTableElement>(null);
  useRowKeys(list, { noun: "judge" });
  if (error !== null) {
    return (
      <main className="main">
        <Problem error={error} />
      </main>
    );
  }
  if (data === undefined) return <Waiting what="Reading what judges said." />;
  return (
    <main className="main">
      <header className="pagehead">
        <h1>Judges</h1>
        {data.judges.length > 0 && <p className="lead">{sentence(data)}</p>}
      </header>
      {data.labels.problem !== undefined && (
        <p className="note warn" role="alert">
          No label counts as long as this is not mended: {data.labels.problem}
        </p>
      )}
      {data.judges.length === 0 ? (
        <NoJudges />
      ) : (
        <div className="pane">
          <table className="tbl judgetbl" ref={list}>
            <thead>
              <tr>
                <th scope="col">Judge</th>
                <th scope="col">Model</th>
                <th scope="col">Kappa, 0 to 1</th>
                <th scope="col" className="num">
                  Labels
                </th>
                <th scope="col" className="num wide">
                  Answers
                </th>
                <th scope="col">Control questions</th>
                <th scope="col" className="wide">
                  Red-team
                </th>
                <th scope="col" className="wide">
                  Last asked
                </th>
              </tr>
            </thead>
            <tbody>
              {data.judges.map((judge) => (
                <JudgeRow key={`${judge.metric} ${judge.model}`} judge={judge} />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </main>
  );
}

function sentence({ judges, labels }: Reply<"GET /judges">): string {
  const tested = judges.filter(({ verdict }) => verdict === "agrees" || verdict === "disagrees");
  const bad = tested.filter(({ verdict }) => verdict === "disagrees").length;
  if (bad > 0) return `${bad} of ${plural(judges.length, "judge")} say something else than people.`;
  if (tested.length === judges.length) return "Every judge says what people say.";
  const open = judges.length - tested.length;
  const words = open === judges.length ? "Nobody knows yet" : "It is not known";
  return `${words} whether ${open === judges.length ? theseSay(open) : `${plural(open, "judge")} ${open === 1 ? "says" : "say"}`} what people say: ${plural(labels.count, "label")} in ${labels.path}.`;
}

function theseSay(judges: number): string {
  return judges === 1 ? "this judge says" : "these judges say";
}

function NoJudges() {
  return (
    <div className="empty">
      <p className="lead">No judge was asked in the runs of this folder.</p>
      <p>
        A judge is a model that says whether an answer is right. Once a run has asked one, its
        verdicts stand here to be checked by you.
      </p>
      <CommandBlock command="npx assay eval AGENT --criterion final_response_match_v2=0.8 --judge_model openai/gpt-5-mini" />
    </div>
  );
}
