import { useNavigate, useSearch } from "@tanstack/react-router";
import type { Columns, Run } from "../use-run.ts";

interface ViewChoicesProps {
  readonly run: Run;
  readonly columns: Columns | undefined;
}

/** How the matrix is laid out; the address says it. */
export function ViewChoices({ run, columns }: ViewChoicesProps) {
  const { group, rows, columns: shown } = useSearch({ from: "/runs/$run" });
  const navigate = useNavigate({ from: "/runs/$run" });
  const hasTags = Object.keys(run.tags).length > 0;
  const hasSets = run.about.sets.length > 1;
  const informing = columns?.metrics.filter(({ threshold }) => threshold === undefined).length ?? 0;
  const groups = [
    ["", "none"],
    ...(hasTags ? [["tag", "tag"]] : []),
    ...(hasSets ? [["set", "set"]] : []),
  ] as const;
  return (
    <span className="push row small muted choices">
      {groups.length > 1 && (
        <label>
          Group{" "}
          <select
            className="bare"
            value={group ?? ""}
            onChange={({ target }) => {
              const chosen = target.value === "" ? undefined : (target.value as "tag" | "set");
              void navigate({ search: (now) => ({ ...now, group: chosen }), replace: true });
            }}
          >
            {groups.map(([value, words]) => (
              <option key={value} value={value}>
                {words}
              </option>
            ))}
          </select>
        </label>
      )}
      {informing > 0 && (
        <button
          type="button"
          className="plain"
          aria-pressed={shown === "all"}
          onClick={() =>
            navigate({
              search: (now) => ({ ...now, columns: now.columns === "all" ? undefined : "all" }),
              replace: true,
            })
          }
        >
          {informing} more {informing === 1 ? "column" : "columns"}
        </button>
      )}
      <button
        type="button"
        className="plain"
        aria-pressed={rows === "roomy"}
        onClick={() =>
          navigate({
            search: (now) => ({ ...now, rows: now.rows === "roomy" ? undefined : "roomy" }),
            replace: true,
          })
        }
      >
        Roomy rows
      </button>
    </span>
  );
}
