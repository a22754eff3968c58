import { Link, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { parseFilter } from "../../../core/filter/parse-filter.ts";
import { shellWord } from "../../../core/text/shell-word.ts";
import { CopyButton } from "../../components/copy-button.tsx";
import { Allowed } from "../../components/who/allowed.tsx";
import { casesText } from "../../lib/amounts.ts";
import type { Reply } from "../../lib/api.ts";
import { useKeys } from "../../lib/keys/use-keys.ts";
import { useLack } from "../../lib/use-me.ts";
import { timeText } from "../../lib/words.ts";
import { NewCaseDialog } from "./new-case-dialog.tsx";
import { RunCases } from "./run-cases.tsx";
import { setSentence } from "./set-sentence.ts";

type SetDetail = Reply<"GET /sets/:set">;

/** What a set is, how it stands, and what can be done with it. */
export function SetHead({ set }: { readonly set: SetDetail }) {
  const [isAdding, setAdding] = useState(false);
  const { name, evalSetId, path, agent, changedAt, runs, cases, configFile, description } = set;
  const [lead, rest] = setSentence(set);
  const command = `npx assay eval ${shellWord(agent ?? "AGENT")} ${shellWord(path)}`;
  const isOff = useLack("editor") !== undefined;
  const { filter = "" } = useSearch({ from: "/sets/$set" });
  const tag = onlyTag(filter, cases);
  useKeys([{ keys: "c", does: "Add a case", run: () => setAdding(true), isOff }]);
  return (
    <header className="pagehead flat">
      <div className="row">
        <h1 className="clip">{name || evalSetId || path}</h1>
        <span className="chip">{casesText(cases.length)}</span>
        <div className="btns push">
          <Allowed needs="editor">
            <button type="button" className="btn" onClick={() => setAdding(true)}>
              Add case…
            </button>
          </Allowed>
          <CopyButton text={command}>Copy as command</CopyButton>
          <RunCases set={set} tag={tag} isPrimary />
        </div>
      </div>
      <p className="lead">
        <strong>{lead}</strong> {rest}
      </p>
      {description !== undefined && description !== "" && <p className="muted">{description}</p>}
      <dl className="facts">
        <div>
          <dt>agent</dt>
          <dd className="mono">{agent ?? "none"}</dd>
        </div>
        <div>
          <dt>file</dt>
          <dd className="mono">{path}</dd>
        </div>
        <div className="wide">
          <dt>changed</dt>
          <dd>{timeText(changedAt)}</dd>
        </div>
        {runs[0] !== undefined && (
          <div>
            <dt>last run</dt>
            <dd>
              <Link to="/runs/$run" params={{ run: runs[0].runId }}>
                {timeText(runs[0].startedAt)}
              </Link>
            </dd>
          </div>
        )}
        <div className="wide">
          <dt>criteria</dt>
          <dd className={configFile === undefined ? undefined : "mono"}>
            {configFile ?? "the defaults, or those of the project"}
          </dd>
        </div>
      </dl>
      {isAdding && <NewCaseDialog set={set} onClose={() => setAdding(false)} />}
    </header>
  );
}

/** The tag of the cases that are shown, where that is all that was asked for. */
function onlyTag(filter: string, cases: SetDetail["cases"]): string | undefined {
  const [term, ...others] = parseFilter(filter).terms;
  if (term?.kind !== "word" || term.key !== "tag" || term.isNot || others.length > 0)
    return undefined;
  const wanted = term.value.toLowerCase();
  return cases.flatMap(({ tags }) => tags).find((tag) => tag.toLowerCase() === wanted);
}
