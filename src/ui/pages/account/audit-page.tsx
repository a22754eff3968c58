import { useInfiniteQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { Glyph } from "../../components/glyph.tsx";
import { Problem } from "../../components/problem.tsx";
import { call, type Reply } from "../../lib/api.ts";
import { AccountTabs } from "./account-tabs.tsx";
import { Moment } from "./moment.tsx";

type Entry = Reply<"GET /audit">["entries"][number];

const PAGE = 100;

/** Who did what, and who was refused, for admins. */
export function AuditPage() {
  const { who, outcome } = useSearch({ from: "/audit" });
  const navigate = useNavigate({ from: "/audit" });
  const { data, error, hasNextPage, fetchNextPage, isFetching } = useInfiniteQuery({
    queryKey: ["audit", who, outcome],
    queryFn: ({ pageParam, signal }) =>
      call("GET /audit", { query: { who, outcome, limit: PAGE, before: pageParam }, signal }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ entries }) => (entries.length < PAGE ? undefined : entries.at(-1)?.seq),
  });
  const entries = data?.pages.flatMap((page) => page.entries) ?? [];
  return (
    <main className="main team-main">
      <header className="pagehead">
        <h1>Audit log</h1>
        <p className="lead">Who did what, and who was refused. Nothing is ever taken out of it.</p>
      </header>
      <AccountTabs />
      <div className="filters row">
        <label className="field">
          <span className="sr">Of one user</span>
          <input
            data-filter=""
            placeholder="Name of a user"
            value={who ?? ""}
            onChange={({ target }) =>
              void navigate({ search: { outcome, who: target.value || undefined }, replace: true })
            }
          />
        </label>
        <fieldset className="seg s" aria-label="Outcome">
          {([undefined, "done", "failed", "refused"] as const).map((each) => (
            <button
              key={each ?? "all"}
              type="button"
              aria-pressed={outcome === each}
              onClick={() => void navigate({ search: { who, outcome: each } })}
            >
              {each ?? "all"}
            </button>
          ))}
        </fieldset>
      </div>
      {error !== null && <Problem error={error} />}
      <div className="pane">
        <table className="tbl">
          <thead>
            <tr>
              <th scope="col">When</th>
              <th scope="col">Who</th>
              <th scope="col">Did</th>
              <th scope="col">What</th>
              <th scope="col" className="wide">
                From
              </th>
            </tr>
          </thead>
          <tbody>
            {entries.map((entry) => (
              <AuditRow key={entry.seq} entry={entry} />
            ))}
          </tbody>
        </table>
        {data !== undefined && entries.length === 0 && (
          <p className="muted panewords">Nothing of that kind.</p>
        )}
        {hasNextPage && (
          <button
            type="button"
            className="btn more"
            disabled={isFetching}
            onClick={() => void fetchNextPage()}
          >
            Show older
          </button>
        )}
      </div>
    </main>
  );
}

function AuditRow({ entry }: { readonly entry: Entry }) {
  const { at, who, by, action, outcome, target, address, note } = entry;
  return (
    <tr>
      <td>
        <Moment at={at} />
      </td>
      <th scope="row" className="clip" title={who}>
        {who || <span className="muted">nobody known</span>}{" "}
        <span className="small muted">by {by}</span>
      </th>
      <td>
        <span className="row">
          {outcome !== "done" && <Glyph state="errored" isSilent />}
          {action}
          {outcome !== "done" && <span className="small muted">{outcome}</span>}
        </span>
      </td>
      <td className="clip" title={`${target} ${note}`}>
        <span className="mono">{target}</span> <span className="small muted">{note}</span>
      </td>
      <td className="mono wide">{address}</td>
    </tr>
  );
}
