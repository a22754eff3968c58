import { agentLabel } from "../../../core/text/agent-label.ts";
import { numberText } from "../../lib/amounts.ts";
import { Letter } from "./letter.tsx";
import type { RunInputs, ShownComparison } from "./shown-comparison.ts";

/** What each run was made of, and which cases only one of them has. */
export function WhatDiffers({ shown }: { readonly shown: ShownComparison }) {
  const { a, b, unpaired, changedFiles } = shown;
  const facts = inputs.map(({ name, of }) => ({ name, inA: of(a), inB: of(b) }));
  const known = facts.filter(({ inA, inB }) => inA !== "" || inB !== "");
  const others = known.filter(({ inA, inB }) => inA !== inB);
  const files = changedFiles.length === 0 ? 0 : 1;
  const same = known.filter(({ inA, inB }) => inA === inB);
  return (
    <section className="pane sect" aria-label="What differs">
      <h2>
        What differs{" "}
        <span className="small muted push">
          {others.length + files} of {known.length + files} inputs
        </span>
      </h2>
      <table className="cfg">
        {others.length > 0 && (
          <thead>
            <tr>
              <td />
              <th scope="col">
                <Letter letter="A" />
              </th>
              <th scope="col">
                <Letter letter="B" />
              </th>
            </tr>
          </thead>
        )}
        <tbody>
          {others.map(({ name, inA, inB }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td className="mono">{inA === "" ? "none" : inA}</td>
              <td className="mono">{inB === "" ? "none" : inB}</td>
            </tr>
          ))}
          {files > 0 && (
            <tr>
              <th scope="row">files</th>
              <td className="mono" colSpan={2} title={changedFiles.join("\n")}>
                {filesText(changedFiles)}
              </td>
            </tr>
          )}
          {same.map(({ name, inA }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td colSpan={2} className="muted">
                <span className="mono">{inA}</span>, the same
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <Unpaired unpaired={unpaired} />
    </section>
  );
}

const inputs: readonly { readonly name: string; of(run: RunInputs): string }[] = [
  {
    name: "agent",
    of: ({ agent }) => agentLabel(agent),
  },
  { name: "code", of: ({ agent }) => short(agent.hash) },
  {
    name: "git",
    of: ({ git }) =>
      git === undefined ? "" : `${git.commit.slice(0, 7)}${git.dirty ? " with changes" : ""}`,
  },
  {
    name: "cases",
    of: ({ sets }) =>
      sets.map(({ caseCount, hash }) => `${numberText(caseCount)} (${short(hash)})`).join(", "),
  },
  {
    name: "criteria",
    of: ({ sets }) =>
      unique(
        sets.flatMap(({ metrics }) =>
          metrics.flatMap(({ name, threshold }) =>
            // what only informs decides nothing
            threshold === undefined ? [] : `${name} ${threshold}`,
          ),
        ),
      ),
  },
  { name: "config", of: ({ sets }) => unique(sets.map(({ configHash }) => short(configHash))) },
  { name: "judge", of: ({ sets }) => unique(sets.flatMap(({ judge }) => judge ?? [])) },
  { name: "models", of: ({ models }) => models.join(", ") },
  { name: "trials", of: ({ trials }) => `${trials}` },
];

const SHOWN_FILES = 5;

/** What a run has in the folder of its agent beside the code that its hash is of. */
function filesText(files: readonly string[]): string {
  const more = files.length - SHOWN_FILES;
  return files.slice(0, SHOWN_FILES).join(", ") + (more > 0 ? ` and ${numberText(more)} more` : "");
}

function short(hash: string | undefined): string {
  return hash?.slice(0, 7) ?? "";
}

function unique(values: readonly string[]): string {
  return [...new Set(values)].filter((value) => value !== "").join(", ");
}

/** Left out of every number, and so named one by one. */
function Unpaired({ unpaired: { onlyInA, onlyInB } }: Pick<ShownComparison, "unpaired">) {
  if (onlyInA.length + onlyInB.length === 0) return null;
  return (
    <div className="unpaired">
      <h3>Not paired, left out of every number</h3>
      <Only where="A" cases={onlyInA} />
      <Only where="B" cases={onlyInB} />
    </div>
  );
}

interface OnlyProps {
  readonly where: "A" | "B";
  readonly cases: ShownComparison["unpaired"]["onlyInA"];
}

function Only({ where, cases }: OnlyProps) {
  if (cases.length === 0) return null;
  return (
    <details className="small" open={cases.length <= 8}>
      <summary>
        {numberText(cases.length)} only in {where}
      </summary>
      <p className="mono">{cases.map(({ evalId }) => evalId).join(", ")}</p>
    </details>
  );
}
