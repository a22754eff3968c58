import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useRef, useState } from "react";
import { plural } from "../../../core/text/plural.ts";
import { Panes } from "../../components/panes/panes.tsx";
import { Problem } from "../../components/problem.tsx";
import { call, type Reply } from "../../lib/api.ts";
import { useKeys } from "../../lib/keys/use-keys.ts";
import { useRowKeys } from "../../lib/keys/use-row-keys.ts";
import { useLack } from "../../lib/use-me.ts";
import { LiveFilters } from "./live-filters.tsx";
import { NoSessions, ReceiverBar } from "./receiver-bar.tsx";
import { SessionPreview } from "./session-preview.tsx";
import { SessionRow } from "./session-row.tsx";

/** How many sessions are asked for at a time. */
const PAGE = 100;

/** Conversations as they are received, the newest first. */
export function LivePage() {
  const { agent, filter, session } = useSearch({ from: "/live" });
  const [isPaused, setPaused] = useState(false);
  const [limit, setLimit] = useState(PAGE);
  const { data, error } = useQuery({
    queryKey: ["sessions", agent, filter, limit],
    queryFn: ({ signal }) => call("GET /sessions", { query: { agent, filter, limit }, signal }),
    refetchInterval: isPaused ? false : 1_000,
    placeholderData: keepPreviousData,
  });
  const selected = data?.sessions.find(({ id }) => id === session);
  const list = useRef<HTMLUListElement>(null);
  const navigate = useNavigate();
  const open = (search: { readonly capture?: true }) => () =>
    void navigate({ to: "/traces/$session", params: { session: selected?.id ?? "" }, search });
  const isOff = selected === undefined;
  const cannotEdit = useLack("editor");
  useRowKeys(list, { noun: "session", hasFailures: true });
  useKeys([
    { keys: "t", does: "Open the trace", run: open({}), isOff },
    {
      keys: "c",
      does: "Promote to case",
      run: open({ capture: true }),
      isOff: isOff || selected.withoutContent !== null || cannotEdit !== undefined,
    },
  ]);
  return (
    <main className="main live-main">
      <header className="pagehead">
        <div className="row">
          <h1>Live sessions</h1>
          {data !== undefined && <Running sessions={data.sessions} />}
          <div className="btns push">
            <button
              type="button"
              className="btn ghost"
              aria-pressed={isPaused}
              onClick={() => setPaused(!isPaused)}
            >
              {isPaused ? "Go on with the list" : "Pause the list"}
            </button>
          </div>
        </div>
        {data !== undefined && <p className="lead">{sentence(data)}</p>}
      </header>
      {error !== null && <Problem error={error} />}
      {error === null && data === undefined && <div className="wait-block" aria-busy="true" />}
      {data !== undefined && <ReceiverBar receiver={data.receiver} />}
      {data !== undefined && (
        <Panes name="live" className="split" right={388}>
          <section className="sessions" aria-label="Sessions">
            <LiveFilters all={data.all} agents={data.agents} problems={data.problems} />
            <div className="pane">
              <div className="ses seshead" aria-hidden="true">
                <span>Started</span>
                <span />
                <span>First words of the user, agent, tools</span>
                <span>Checks</span>
                <span className="num">Tokens</span>
                <span className="num">Took</span>
              </div>
              <ul ref={list}>
                {data.sessions.map((each) => (
                  <SessionRow key={each.id} session={each} isSelected={each.id === session} />
                ))}
              </ul>
              {data.sessions.length < data.count && (
                <button
                  type="button"
                  className="btn more"
                  onClick={() => setLimit(Math.min(limit + PAGE, 200))}
                  disabled={limit >= 200}
                >
                  {limit >= 200
                    ? "Older ones: assay sessions"
                    : `Show ${data.count - data.sessions.length} older`}
                </button>
              )}
              {data.count === 0 && (
                <NoSessions receiver={data.receiver} isFiltered={data.all > 0} />
              )}
            </div>
          </section>
          <SessionPreview session={selected} others={data.count - 1} />
        </Panes>
      )}
    </main>
  );
}

type Sessions = Reply<"GET /sessions">;

function Running({ sessions }: { readonly sessions: Sessions["sessions"] }) {
  const running = sessions.filter(({ isComplete }) => !isComplete).length;
  return running === 0 ? null : <span className="chip">{running} running</span>;
}

function sentence({ sessions, count, all }: Sessions): string {
  if (all === 0) return "Nothing was received yet.";
  if (count === 0) return `No session is like that; ${all} ${all === 1 ? "was" : "were"} received.`;
  const failing = sessions.filter(({ checks }) =>
    checks.some(({ isFine }) => isFine === false),
  ).length;
  const mute = sessions.filter(({ withoutContent }) => withoutContent !== null).length;
  const head =
    failing === 0
      ? `No check fails in ${plural(sessions.length, "session")}.`
      : `${failing} of ${plural(sessions.length, "session")} fail${failing === 1 ? "s" : ""} a check.`;
  return mute === 0
    ? head
    : `${head} ${mute} ${mute === 1 ? "carries" : "carry"} no text and cannot be scored.`;
}
