import { Link } from "@tanstack/react-router";
import { plural } from "../../../core/text/plural.ts";
import { Glyph } from "../../components/glyph.tsx";
import { Icon } from "../../components/icon.tsx";
import { secondsText } from "../../lib/words.ts";
import type { Interval, TimeScale } from "./time-scale.ts";
import type { TraceGroup, TraceItem } from "./trace-rows.ts";
import type { SpanRow } from "./trace-types.ts";
import { costText, tokensText } from "./trace-words.ts";

/** Where a span stands in what is shown beside the trace. */
export interface SpanPlace {
  /** Both from 1. */
  readonly turn?: number | undefined;
  readonly step?: number | undefined;
}

interface ItemProps {
  readonly item: TraceItem;
  readonly top: number;
  readonly scale: TimeScale;
  readonly hasPath: boolean;
  readonly isSelected: boolean;
  readonly until: number | undefined;
  /** What else the address says once it is chosen. */
  placeOf(row: SpanRow): SpanPlace;
  onFold(group: string): void;
  onZoom(time: Interval | undefined): void;
}

/** A line of the waterfall. */
export function WaterfallItem({ item, top, onFold, onZoom, ...rest }: ItemProps) {
  const style = { transform: `translateY(${top}px)` };
  if (item.type === "group") {
    const { group, isOpen } = item;
    return (
      <li className="grp" style={style}>
        <button type="button" aria-expanded={isOpen} onClick={() => onFold(group.key)}>
          <Icon name={isOpen ? "down" : "right"} />
          <span className="clip">{group.label}</span>
        </button>
        <span className="small clip">{groupText(group)}</span>
        <button
          type="button"
          className="small num"
          title="Show only this time"
          disabled={group.time === undefined}
          onClick={() => onZoom(group.time)}
        >
          {group.time === undefined ? "unknown" : tookText(group.time)}
        </button>
      </li>
    );
  }
  if (item.type === "lane") {
    return (
      <li className="lane" style={style}>
        {item.agent}
      </li>
    );
  }
  return <Row row={item.row} depth={item.depth} style={style} {...rest} />;
}

function groupText({ rows, turn }: TraceGroup): string {
  const errors = rows.filter(({ error }) => error !== undefined).length;
  const flaws = rows.filter(({ flaw }) => flaw !== undefined).length;
  return [
    plural(rows.length, "span"),
    ...(turn?.tokens === undefined ? [] : [tokensText(turn.tokens)]),
    ...(turn?.cost === undefined ? [] : [costText(turn.cost)]),
    ...(errors === 0 ? [] : [plural(errors, "error")]),
    ...(flaws === 0 ? [] : [`${flaws} malformed`]),
  ].join(", ");
}

function tookText({ start, end }: Interval): string {
  return secondsText((end - start) / 1000);
}

interface RowProps
  extends Pick<ItemProps, "scale" | "hasPath" | "isSelected" | "until" | "placeOf"> {
  readonly row: SpanRow;
  readonly depth: number;
  readonly style: { readonly transform: string };
}

const icons = { agent: "agents", model: "model", tool: "tool", other: "own" } as const;
const classes = { agent: "agent", model: "llm", tool: "", other: "own" } as const;

function Row(props: RowProps) {
  const { row, depth, style, scale, hasPath, isSelected, until, placeOf } = props;
  const { id, name, kind, start, end, flaw, error, isCritical } = row;
  const isLater = until !== undefined && start !== undefined && start > until;
  const { left, right, side } = barOf(row, scale);
  const note = noteOf(row);
  const words = [classes[kind], flaw !== undefined && "bad", isLater && "later"].filter(Boolean);
  const bar = { "--a": `${left}%`, "--w": `${right - left}%` } as React.CSSProperties;
  return (
    <li className={words.join(" ")} style={style} aria-current={isSelected ? "true" : undefined}>
      <Link
        to="."
        className="plain"
        search={(before) => ({ ...before, ...placeOf(row), span: id })}
        replace
        title={flaw === undefined ? name : `${name}: ${flaw}`}
        style={{ "--d": Math.min(depth, 8) } as React.CSSProperties}
      >
        <Icon name={icons[kind]} />
        <span className="sr">{kindWords[kind]}</span>
        <span className="clip">{name}</span>
      </Link>
      <i style={bar}>
        {hasPath && isCritical === true && <u />}
        {note !== "" && (
          <em className={side}>
            {error !== undefined && <Glyph state="errored" />}
            {flaw !== undefined && <Icon name="flag" />}
            {note}
          </em>
        )}
      </i>
      <span>
        {start === undefined || end === undefined || end < start
          ? "unknown"
          : secondsText((end - start) / 1000)}
      </span>
    </li>
  );
}

/** From where to where a bar goes, in percent, and on which side of it there is room for its note. */
function barOf({ start, end, until: last, flaw }: SpanRow, scale: TimeScale) {
  // nobody measured it, and that is no mistake
  if (start === undefined && flaw === undefined) return { left: 0, right: 0, side: undefined };
  const left = start === undefined ? 0 : scale.place(start);
  const ended = end ?? last;
  const right =
    ended === undefined || start === undefined ? 100 : scale.place(Math.max(ended, start));
  // beside a bar that leaves no room the note would stand on the name
  const side = right <= 62 ? undefined : left < 38 ? "in" : "l";
  return { left, right, side };
}

const kindWords = { agent: "agent", model: "model call", tool: "tool call", other: "" } as const;

function noteOf({ error, flaw, start, tokens, cost, promptChanged }: SpanRow): string {
  if (error !== undefined) return error.length > 60 ? `${error.slice(0, 60)}…` : error;
  const parts = [
    flaw ?? (start === undefined ? "time not measured" : undefined),
    promptChanged === undefined ? undefined : "prompt changed",
    tokens === undefined ? undefined : tokensText(tokens),
    cost === undefined ? undefined : costText(cost),
  ];
  return parts.filter((part) => part !== undefined).join(", ");
}
