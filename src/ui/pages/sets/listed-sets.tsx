import { useNavigate, useSearch } from "@tanstack/react-router";
import type { FilterKey, FilterTerm } from "../../../core/filter/filter.ts";
import { knownTerms } from "../../../core/filter/known-terms.ts";
import { hasText } from "../../../core/filter/term-holds.ts";
import { FilterBox } from "../../components/filter/filter-box.tsx";
import { listHints } from "../../components/filter/filter-hints.ts";
import type { Reply } from "../../lib/api.ts";
import { SetsTable } from "./sets-table.tsx";

type Sets = Reply<"GET /sets">["sets"];

const known: ReadonlySet<FilterKey> = new Set<FilterKey>(["text", "agent", "tag", "status"]);

/** The sets that a filter is about; the address says it. */
export function ListedSets({ sets }: { readonly sets: Sets }) {
  const { filter = "" } = useSearch({ from: "/sets" });
  const navigate = useNavigate({ from: "/sets" });
  const { terms, problems } = knownTerms(filter, known, "eval sets");
  const shown = sets.filter((set) => terms.every((term) => holds(term, set) !== term.isNot));
  return (
    <>
      <div className="filters">
        <FilterBox
          label="Filter eval sets"
          placeholder="agent:support_desk tag:money and words"
          filter={filter}
          hints={listHints(sets)}
          problems={problems}
          onFilter={(text) =>
            void navigate({ search: text === "" ? {} : { filter: text }, replace: true })
          }
        />
      </div>
      {shown.length > 0 && <SetsTable sets={shown} />}
      {shown.length === 0 && (
        <p className="empty muted">No eval set is like that. Take out a term to see more.</p>
      )}
    </>
  );
}

function holds(term: FilterTerm, set: Sets[number]): boolean {
  if (term.kind !== "word") return false;
  const { evalSetId, name, path, agent, tags, problems } = set;
  const { key, value } = term;
  if (key === "agent") return hasText(agent ?? "", value);
  if (key === "tag") return tags.some((tag) => tag.toLowerCase() === value.toLowerCase());
  if (key === "status") return (problems > 0 ? "broken" : "ready").startsWith(value.toLowerCase());
  return hasText([evalSetId, name, path, agent, ...tags].join(" "), value);
}
