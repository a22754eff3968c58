import { Link } from "@tanstack/react-router";
import { Glyph } from "../../components/glyph.tsx";
import type { Reply } from "../../lib/api.ts";

type SetDetail = Reply<"GET /sets/:set">;
type Found = SetDetail["problems"][number];

const MOST = 50;

/** What is wrong with the file, each with its place; remarks are folded away below it. */
export function SetProblems({ set }: { readonly set: SetDetail }) {
  const { problems, warnings } = set;
  return (
    <>
      {problems.length > 0 && (
        <details className="problems" open>
          <summary>
            <Glyph state="errored" isSilent />
            <strong>
              {problems.length === 1 ? "1 problem" : `${problems.length} problems`} in the file.
            </strong>{" "}
            {keptFrom(set)}
          </summary>
          <List found={problems} set={set} />
        </details>
      )}
      {warnings.length > 0 && (
        <details className="problems remarks">
          <summary>
            <Glyph state="skipped" isSilent />
            {warnings.length === 1 ? "1 remark" : `${warnings.length} remarks`}, nothing that keeps
            it from being run
          </summary>
          <List found={warnings} set={set} />
        </details>
      )}
    </>
  );
}

function keptFrom({ cases, problems }: SetDetail): string {
  const wrong = cases.filter((each) => each.problems > 0).length;
  if (wrong === 0 || wrong === cases.length) return "It cannot be run before they are mended.";
  const others = cases.length - wrong;
  return `${others === 1 ? "1 other case" : `${others} other cases`} can be read; the set runs when ${problems.length === 1 ? "it is" : "they are"} mended.`;
}

function List({ found, set }: { readonly found: readonly Found[]; readonly set: SetDetail }) {
  return (
    <ul>
      {found.slice(0, MOST).map((each, at) => (
        // problems have no other name than their place
        // biome-ignore lint/suspicious/noArrayIndexKey: the place is its name
        <Item key={at} found={each} set={set} />
      ))}
      {found.length > MOST && <li>And {found.length - MOST} more.</li>}
    </ul>
  );
}

function Item({ found, set }: { readonly found: Found; readonly set: SetDetail }) {
  const { message, hint, place } = found;
  const name = set.path.split("/").at(-1) ?? set.path;
  const where = [name, place?.line, place?.column].filter((part) => part !== undefined);
  const index = Number(/^(?:eval_cases|evalCases)\[(\d+)\]/.exec(place?.path ?? "")?.[1] ?? -1);
  const row = set.cases[index];
  return (
    <li>
      <code>{where.join(":")}</code>
      <span>
        {message} <span className="muted">{hint}</span>
      </span>
      {row !== undefined && (
        <Link
          to="/sets/$set/cases/$evalId"
          params={{ set: set.id, evalId: row.evalId === "" ? `#${index + 1}` : row.evalId }}
        >
          Open case
        </Link>
      )}
    </li>
  );
}
