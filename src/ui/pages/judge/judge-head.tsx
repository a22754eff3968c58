import { Link } from "@tanstack/react-router";
import { metricName } from "../../../core/text/metric-name.ts";
import { CopyButton } from "../../components/copy-button.tsx";
import { type ShownJudge, verdictWords } from "./shown-judge.ts";

/** The judge, what it is worth in words, and what can be done about it. */
export function JudgeHead({ shown }: { readonly shown: ShownJudge }) {
  const { metric, model, models, versions, counts, isLabelled, commands } = shown;
  const [head, rest] = verdictWords(shown);
  const version = versions[0]?.promptVersion;
  const others = models.filter((each) => each !== model);
  return (
    <header className="pagehead">
      <div className="row">
        <h1 className="capital" title={metric}>
          {metricName(metric)}
        </h1>
        <span className="chip mono">{model}</span>
        {version !== undefined && <span className="chip">prompt v{version}</span>}
        {others.map((each) => (
          <Link
            key={each}
            to="/judges/$judge"
            params={{ judge: metric }}
            search={{ model: each }}
            className="small mono"
          >
            {each}
          </Link>
        ))}
        <div className="btns push">
          <CopyButton text={commands.redteam}>Copy red-team command</CopyButton>
          {isLabelled && <CopyButton text={commands.calibrate}>Copy as command</CopyButton>}
          {isLabelled && counts.unlabelled > 0 && (
            <Link
              to="/judges/$judge"
              params={{ judge: metric }}
              search={{ model, list: "unlabelled" }}
              className="btn primary"
            >
              Label {counts.unlabelled === 1 ? "1 answer" : `${counts.unlabelled} answers`}
            </Link>
          )}
        </div>
      </div>
      <p className="lead">
        <strong>{head}</strong> {rest}
      </p>
    </header>
  );
}
