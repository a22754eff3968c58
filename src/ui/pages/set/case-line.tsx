import { Link } from "@tanstack/react-router";
import type { MouseEvent } from "react";
import { Glyph, type State } from "../../components/glyph.tsx";
import { dollarsText } from "../../lib/amounts.ts";
import { percentText } from "../../lib/words.ts";
import { type CaseRow, flakeRate, stateInRun, stateOf } from "./case-rows.ts";

interface CaseLineProps {
  readonly set: string;
  readonly row: CaseRow;
  readonly name: string;
  readonly at: number;
  readonly isSelected: boolean;
  readonly onToggle: (isRange: boolean) => void;
}

/** As many as fit with their whole names; the others are counted, and all are in the title. */
function shownTools(tools: readonly string[]): readonly string[] {
  let room = 46;
  const shown = tools.filter((tool) => {
    room -= tool.length + 3;
    return room >= 0;
  });
  return shown.length > 0 ? tools.slice(0, shown.length) : tools.slice(0, 1);
}

export function CaseLine({ set, row, name, at, isSelected, onToggle }: CaseLineProps) {
  const { first, turns, tools, toolCount, tags, kind, quarantine } = row;
  const state = quarantine === undefined ? stateOf(row) : "skipped";
  const shown = shownTools(tools);
  const more = toolCount - shown.length;
  return (
    <tr aria-rowindex={at + 2} aria-selected={isSelected} data-case={name}>
      <td className="pick">
        <label>
          <input
            type="checkbox"
            checked={isSelected}
            aria-label={`Select ${name}`}
            onClick={({ shiftKey }: MouseEvent) => onToggle(shiftKey)}
            readOnly
          />
        </label>
      </td>
      <th scope="row">
        <Link
          className="id"
          to="/sets/$set/cases/$evalId"
          params={{ set, evalId: name }}
          data-row={state === "failed" || state === "errored" ? "failed" : ""}
          title={stateTitle(row, state)}
        >
          <Glyph state={state} />
          <code className="clip">{name}</code>
        </Link>
      </th>
      <td className="muted clip" title={first}>
        {kind === "unreadable" ? "cannot be read" : first === "" ? "" : `“${first}”`}
      </td>
      <td className="num muted">{kind === "scenario" ? "played" : turns}</td>
      <td className="wide">
        <span className="chips" title={tools.join(", ")}>
          {shown.map((tool, place) => (
            // a tool may be called twice
            // biome-ignore lint/suspicious/noArrayIndexKey: the place is its name
            <span key={place} className="chip mono">
              {tool}
            </span>
          ))}
          {more > 0 && <span className="small faint">+{more}</span>}
        </span>
      </td>
      <td className="wide roomy muted clip" title={quarantine ?? tags.join(", ")}>
        {quarantine === undefined ? tags.join(", ") : "quarantined"}
      </td>
      <td>
        <LastRuns row={row} />
      </td>
      <td className="num">
        <Flakes row={row} />
      </td>
      <td className="num muted">
        <Cost row={row} />
      </td>
    </tr>
  );
}

const marks: Partial<Record<State, string>> = { failed: "f", errored: "e", "not-evaluated": "n" };

/** A mark a run, the oldest first: a cliff is a regression, static is a flake. */
function LastRuns({ row: { runs } }: { readonly row: CaseRow }) {
  if (runs.length === 0) return <span className="small faint">never run</span>;
  const passed = runs.filter(({ status }) => status === "passed").length;
  return (
    <span
      className="barcode"
      role="img"
      aria-label={`Passed ${passed} of the last ${runs.length} runs`}
    >
      {runs.map((run) => (
        <i key={run.runId} className={marks[stateInRun(run)]} />
      ))}
    </span>
  );
}

function Flakes({ row }: { readonly row: CaseRow }) {
  const found = flakeRate(row);
  if (found === undefined) {
    return <span className="small faint">{row.runs.length === 0 ? "" : "no repeats"}</span>;
  }
  return (
    <>
      <span className={found.rate > 0 ? undefined : "muted"}>{percentText(found.rate)}</span>{" "}
      <span className="small faint">of {found.of}</span>
    </>
  );
}

/** What nobody knows is said; what never ran cost nothing that could be known. */
function Cost({ row: { cost, runs } }: { readonly row: CaseRow }) {
  if (cost !== undefined) return dollarsText(cost);
  return runs.length > 0 && <span className="small faint">not known</span>;
}

function stateTitle({ kind, quarantine }: CaseRow, state: State): string {
  if (quarantine !== undefined) return `Quarantined: ${quarantine}`;
  if (kind === "unreadable") return "It cannot be read";
  if (state === "pending") return "It was never run";
  const words = { passed: "Passed", failed: "Failed", errored: "Broke" } as const;
  return state in words
    ? `${words[state as keyof typeof words]} when it ran last`
    : "Not evaluated when it ran last";
}
