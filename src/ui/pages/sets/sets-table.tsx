import { Link } from "@tanstack/react-router";
import { useRef } from "react";
import { Glyph } from "../../components/glyph.tsx";
import type { Reply } from "../../lib/api.ts";
import { useRowKeys } from "../../lib/keys/use-row-keys.ts";
import { timeText } from "../../lib/words.ts";

type SetOverview = Reply<"GET /sets">["sets"][number];

export function SetsTable({ sets }: { readonly sets: readonly SetOverview[] }) {
  const list = useRef<HTMLDivElement>(null);
  useRowKeys(list, { noun: "set" });
  return (
    <div className="pane" ref={list}>
      <table className="tbl">
        <thead>
          <tr>
            <th scope="col">Eval set</th>
            <th scope="col">File</th>
            <th scope="col" className="wide">
              Agent
            </th>
            <th scope="col" className="num">
              Cases
            </th>
            <th scope="col" className="num wide">
              Turns
            </th>
            <th scope="col">Tags</th>
            <th scope="col" className="wide">
              Changed
            </th>
          </tr>
        </thead>
        <tbody>
          {sets.map((set) => (
            <SetRow key={set.id} set={set} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function SetRow({ set }: { readonly set: SetOverview }) {
  const { id, evalSetId, name, path, agent, cases, turns, tags, problem } = set;
  return (
    <tr>
      <th scope="row">
        <Link to="/sets/$set" params={{ set: id }} className="row plain" data-row="">
          <span className="clip name">{name || evalSetId || fileName(path)}</span>
          {set.oldFormat && <span className="chip">old format</span>}
        </Link>
      </th>
      {problem === undefined ? (
        <td className="clip mono muted" title={path}>
          {path}
        </td>
      ) : (
        <td className="clip told" title={problem.message}>
          <span className="row">
            <Glyph state="errored" isSilent />
            <span className="mono">{placeText(path, problem.place)}</span>
            <span className="clip">{problem.message}</span>
          </span>
        </td>
      )}
      <td className="wide">{agent ?? <span className="faint">in no agent’s folder</span>}</td>
      <td className="num">{cases}</td>
      <td className="num wide">{turns}</td>
      <td className="clip muted" title={tags.join(", ")}>
        {tags.join(", ")}
      </td>
      <td className="wide">{timeText(set.changedAt)}</td>
    </tr>
  );
}

function placeText(
  path: string,
  place: { readonly line?: number | undefined; readonly column?: number | undefined } | undefined,
): string {
  const { line, column } = place ?? {};
  return [fileName(path), line, column].filter((each) => each !== undefined).join(":");
}

function fileName(path: string): string {
  return path.split("/").at(-1) ?? path;
}
