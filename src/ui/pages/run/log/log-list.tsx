import { Link } from "@tanstack/react-router";
import { useVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useRef } from "react";
import type { Reply } from "../../../lib/api.ts";

type Entry = Reply<"GET /runs/:run/log">["entries"][number];

interface LogListProps {
  readonly run: string;
  readonly entries: readonly Entry[];
  readonly startedAt: string;
  /** The first of them are on their way. */
  readonly isReading: boolean;
  /** The last entries are in sight. */
  readonly onEnd: () => void;
}

const ROW = 28;

export function LogList({ run, entries, startedAt, isReading, onEnd }: LogListProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: entries.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW,
    overscan: 20,
  });
  const items = virtual.getVirtualItems();
  const last = items.at(-1)?.index ?? 0;
  useEffect(() => {
    if (last >= entries.length - 40) onEnd();
  }, [last, entries.length, onEnd]);
  const above = items[0]?.start ?? 0;
  const below = virtual.getTotalSize() - (items.at(-1)?.end ?? 0);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keys
    <section className="journal" ref={scroller} tabIndex={0} aria-label="Events">
      <table className="tbl">
        <thead>
          <tr>
            <th scope="col" className="num">
              Time
            </th>
            <th scope="col">Event</th>
            <th scope="col">Case</th>
            <th scope="col">What</th>
          </tr>
        </thead>
        <tbody>
          <Spacer height={above} />
          {items.map(({ index }) => {
            const entry = entries[index];
            return (
              entry && <LogRow key={entry.seq} run={run} entry={entry} startedAt={startedAt} />
            );
          })}
          <Spacer height={below} />
        </tbody>
      </table>
      {entries.length === 0 && (
        <p className="empty" aria-busy={isReading}>
          {isReading ? "Reading the journal." : "No event is like that."}
        </p>
      )}
    </section>
  );
}

interface LogRowProps {
  readonly run: string;
  readonly entry: Entry;
  readonly startedAt: string;
}

function LogRow({ run, entry, startedAt }: LogRowProps) {
  const { at, type, evalId, evalSetId, trial, text, isProblem } = entry;
  const seconds = at === undefined ? undefined : (Date.parse(at) - Date.parse(startedAt)) / 1000;
  return (
    <tr>
      <td className="num faint" title={at}>
        {seconds === undefined ? "" : `+${seconds.toFixed(2)} s`}
      </td>
      <td className="mono">{type}</td>
      <td className="mono logcase">
        {evalId !== undefined && (
          <Link
            className="clip"
            title={evalId}
            to="/runs/$run/cases/$evalId"
            params={{ run, evalId }}
            search={{ set: evalSetId, ...(trial !== undefined && trial > 1 && { trial }) }}
          >
            {evalId}
            {trial !== undefined && trial > 1 && ` #${trial}`}
          </Link>
        )}
      </td>
      <td className={isProblem === true ? "logtext t-fail" : "logtext"} title={text}>
        {text}
      </td>
    </tr>
  );
}

function Spacer({ height }: { readonly height: number }) {
  if (height <= 0) return null;
  return (
    <tr style={{ height }}>
      <td colSpan={4} />
    </tr>
  );
}
