import { useNavigate, useSearch } from "@tanstack/react-router";
import { useVirtualizer } from "@tanstack/react-virtual";
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from "react";
import { useKeys } from "../../lib/keys/use-keys.ts";
import { Minimap } from "./minimap.tsx";
import { type Interval, timeScale } from "./time-scale.ts";
import { busyTimes, groupsOf, itemsOf } from "./trace-rows.ts";
import { readTraceSearch } from "./trace-search.ts";
import type { SpanRow, TraceView } from "./trace-types.ts";
import { type SpanPlace, WaterfallItem } from "./waterfall-item.tsx";
import { FIND, Legend, WaterfallTools } from "./waterfall-tools.tsx";

const ROW = 24;
const nowhere = () => ({});

interface WaterfallProps {
  readonly view: TraceView;
  readonly selected: SpanRow | undefined;
  /** Spans that began later are dimmed. */
  readonly until: number | undefined;
  /** True: beside something else, whose keys go on working; without what searches and zooms. */
  readonly isBrief?: boolean | undefined;
  /** What else the address says once a span is chosen. */
  readonly placeOf?: ((row: SpanRow) => SpanPlace) | undefined;
}

/** Where the time went: every span on one axis. Only those in sight are drawn. */
export function Waterfall(props: WaterfallProps) {
  const { view, selected, until, isBrief = false, placeOf = nowhere } = props;
  const { by, idle, find = "" } = readTraceSearch(useSearch({ strict: false }));
  const navigate = useNavigate();
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const [zoom, setZoom] = useState<Interval | undefined>();
  const [hasPath, setPath] = useState(true);
  const groups = useMemo(() => groupsOf(view), [view]);
  const items = useMemo(
    () => itemsOf(groups, { closed, byAgent: by === "agent", find }),
    [groups, closed, by, find],
  );
  const rows = useMemo(() => groups.flatMap((group) => group.rows), [groups]);
  const whole = useMemo(() => ({ start: 0, end: view.duration ?? 0 }), [view]);
  const scale = useMemo(
    () => timeScale(busyTimes(rows), { window: zoom ?? whole, shortenIdle: idle !== "full" }),
    [rows, zoom, whole, idle],
  );
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: (at) => (items[at]?.type === "group" ? 28 : ROW),
    overscan: 20,
  });
  const place = items.findIndex((item) => item.type === "span" && item.row.id === selected?.id);
  const { scrollToIndex } = virtual;
  useEffect(() => {
    if (place >= 0) scrollToIndex(place, { align: "auto" });
  }, [place, scrollToIndex]);

  function select(at: number, step: number, isWanted = (_row: SpanRow) => true): void {
    for (let next = at; next >= 0 && next < items.length; next += step) {
      const item = items[next];
      if (item?.type !== "span" || !isWanted(item.row)) continue;
      void navigate({
        to: ".",
        search: (before) => ({ ...before, ...placeOf(item.row), span: item.row.id }),
        replace: true,
      });
      return;
    }
  }
  function onKeyDown(event: KeyboardEvent): void {
    const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };
    const step = steps[event.key];
    if (step === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    move(step);
  }
  function move(step: number, isWanted?: (row: SpanRow) => boolean): void {
    select(place < 0 ? (step > 0 ? 0 : -1) : place + step, step, isWanted);
  }
  function moveTurn(step: number): void {
    const firsts = new Set(groups.flatMap(({ rows: own }) => own.slice(0, 1)));
    move(step, (row) => firsts.has(row));
  }
  const isBad = ({ error, flaw }: SpanRow) => error !== undefined || flaw !== undefined;
  const keys = [
    { keys: "j", does: "Next span", run: () => move(1) },
    { keys: "k", does: "Previous span", run: () => move(-1) },
    { keys: "n", does: "Next error", run: () => move(1, isBad) },
    { keys: "p", does: "Previous error", run: () => move(-1, isBad) },
    { keys: "]", does: "Next turn", run: () => moveTurn(1) },
    { keys: "[", does: "Previous turn", run: () => moveTurn(-1) },
    { keys: "/", does: "Find a span", run: () => document.getElementById(FIND)?.focus() },
  ];
  useKeys(isBrief ? [] : keys);
  function fold(key: string): void {
    setClosed((before) =>
      before.has(key)
        ? new Set([...before].filter((each) => each !== key))
        : new Set([...before, key]),
    );
  }
  return (
    <section className="pane work tl" aria-label="Waterfall">
      {!isBrief && (
        <>
          <WaterfallTools hasPath={hasPath} onPath={setPath} />
          <Minimap rows={rows} whole={whole} zoom={zoom} onZoom={setZoom} />
        </>
      )}
      <div className="axis" aria-hidden="true">
        <span>Span</span>
        <span className="x">
          {scale.ticks.map(({ at, label }) => (
            <span key={label} style={{ left: `${at}%` }}>
              {label}
            </span>
          ))}
        </span>
        <span className="num">Time</span>
      </div>
      <section
        className="body"
        ref={scroller}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys
        tabIndex={0}
        onKeyDown={onKeyDown}
        aria-label="Spans"
      >
        <div className="rows" style={{ height: virtual.getTotalSize() }}>
          <div className="idle" aria-hidden="true">
            {scale.gaps.map((gap) => (
              <i key={gap.start} style={{ left: `${gap.at}%`, width: `${gap.width}%` }} />
            ))}
          </div>
          <ol className="wf">
            {virtual.getVirtualItems().map(({ index, start }) => {
              const item = items[index];
              return (
                item && (
                  <WaterfallItem
                    key={item.key}
                    item={item}
                    top={start}
                    scale={scale}
                    hasPath={hasPath}
                    isSelected={index === place}
                    until={until}
                    placeOf={placeOf}
                    onFold={fold}
                    onZoom={setZoom}
                  />
                )
              );
            })}
          </ol>
        </div>
        {items.length === 0 && <p className="empty">There are no spans.</p>}
        {view.leftOut > 0 && (
          <p className="empty">
            {view.leftOut.toLocaleString("en-US")} more spans are not shown. Export OTLP has all of
            them.
          </p>
        )}
      </section>
      <Legend />
    </section>
  );
}
