import { useVirtualizer } from "@tanstack/react-virtual";
import { type RefObject, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { HtmlReport } from "../../core/analysis/html-report.ts";
import { metricName } from "../../core/text/metric-name.ts";
import { numberText } from "../lib/amounts.ts";
import { ReportRowLine } from "./report-row-line.tsx";
import type { OpenFailures } from "./use-failures.ts";

interface ReportMatrixProps {
  readonly report: HtmlReport;
  /** Which rows, by their places. */
  readonly places: readonly number[];
  readonly title: string;
  readonly failures: OpenFailures;
}

const ROW = 22;
/** Up to so many rows all are drawn; of more only those in sight. */
const MOST_DRAWN = 300;
/** Paper cannot be scrolled, and a book of ticks is read by nobody. */
const MOST_PRINTED = 1000;

export function ReportMatrix({ report, places, title, failures }: ReportMatrixProps) {
  const scroller = useRef<HTMLElement>(null);
  const isPrinting = usePrinting();
  const { shown, above, below, isLong } = useRowsInSight(places, scroller, isPrinting);
  const deciding = report.metrics.flatMap(({ threshold }, at) =>
    threshold === undefined ? [] : [at],
  );
  const table = (
    <table className="mx rot" aria-rowcount={places.length + 1}>
      <colgroup>
        <col />
        <col span={Math.max(1, deciding.length)} className="cell" />
      </colgroup>
      <thead>
        <tr>
          <th scope="col">
            <span className="name">
              {title}, {numberText(places.length)}
            </span>
          </th>
          {deciding.map((at) => (
            <th key={at} scope="col" title={report.metrics[at]?.name}>
              <span className="name">{metricName(report.metrics[at]?.name ?? "")}</span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        <Spacer height={above} />
        {shown.map((place) => (
          <ReportRowLine
            key={place}
            report={report}
            place={place}
            metrics={deciding}
            failures={failures}
          />
        ))}
        <Spacer height={below} />
      </tbody>
    </table>
  );
  if (isLong) {
    return (
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached with the keyboard
      <section className="scrolled" ref={scroller} tabIndex={0} aria-label={title}>
        {table}
      </section>
    );
  }
  const left = places.length - shown.length;
  return (
    <div>
      {table}
      {left > 0 && <p className="small muted">{left} more are in the file.</p>}
    </div>
  );
}

/** Holds the place of rows that are out of sight. */
function Spacer({ height }: { readonly height: number }) {
  return height > 0 ? <tr style={{ height }} /> : null;
}

/** All of a few, and of many those that are in sight. */
function useRowsInSight(
  places: readonly number[],
  scroller: RefObject<HTMLElement | null>,
  isPrinting: boolean,
) {
  const isLong = places.length > MOST_DRAWN && !isPrinting;
  const virtual = useVirtualizer({
    count: isLong ? places.length : 0,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW,
    overscan: 30,
  });
  if (!isLong) return { shown: places.slice(0, MOST_PRINTED), above: 0, below: 0, isLong };
  const items = virtual.getVirtualItems();
  return {
    shown: items.map(({ index }) => places[index] ?? 0),
    above: items[0]?.start ?? 0,
    below: virtual.getTotalSize() - (items.at(-1)?.end ?? 0),
    isLong,
  };
}

/** True while the page is laid out for paper, where nothing may be out of sight. */
function usePrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false);
  useEffect(() => {
    const begin = () => flushSync(() => setPrinting(true));
    const end = () => setPrinting(false);
    window.addEventListener("beforeprint", begin);
    window.addEventListener("afterprint", end);
    return () => {
      window.removeEventListener("beforeprint", begin);
      window.removeEventListener("afterprint", end);
    };
  }, []);
  return isPrinting;
}
