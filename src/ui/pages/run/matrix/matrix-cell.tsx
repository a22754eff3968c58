import type { MatrixCell as Cell } from "../../../../core/folds/matrix.ts";
import { metricName } from "../../../../core/text/metric-name.ts";
import { Glyph, type State } from "../../../components/glyph.tsx";
import { Repeats } from "../../../components/repeats.tsx";
import { reasonWords } from "../../../lib/words.ts";
import { type Column, cellText, spokenCell, stateOfCell, withTried } from "./cell-state.ts";
import { heatOf } from "./heat.ts";
import type { CaseEntry } from "./use-case-pages.ts";

interface PlacedCell {
  readonly row: CaseEntry;
  /** Its row and column, from 0 below and beside the heads. */
  readonly at: number;
  readonly place: number;
  /** Where the case's evidence is. */
  readonly href: string;
  readonly planned: number;
  readonly isOver: boolean;
  readonly hasFocus: boolean;
}

interface DrawnCell extends PlacedCell {
  readonly cell: Cell;
  readonly column: Column;
  readonly tried: number | undefined;
  /** There is room for a glyph alone. */
  readonly isBare: boolean;
}

/**
 * What a metric says of a case; its evidence is a click away. No component, and no element more than it needs: hundreds of
 * these come into sight in one frame while somebody scrolls.
 */
export function matrixCell({ cell: own, column, tried, isBare, ...placed }: DrawnCell) {
  const { row, at, place, href, planned, hasFocus } = placed;
  const cell = withTried(own, tried, column);
  const state = stateOfCell(cell);
  const informs = cell.status === "informational";
  const heat = informs ? "" : heatOf(cell, column, state);
  const drawn = informs ? "c faint" : drawnByStyles[state];
  const spoken = spokenCell({
    row,
    name: metricName(column.name),
    cell,
    direction: column.direction,
    planned,
  });
  return (
    <td
      key={column.name}
      className={cell.was === undefined ? heat : `${heat} wi`}
      aria-colindex={place + 2}
    >
      <a
        className={drawn ?? "c cut"}
        href={`${href}&metric=${column.name}`}
        data-cell={`${at}:${place + 1}`}
        tabIndex={hasFocus ? 0 : -1}
        aria-label={spoken}
      >
        {drawn === undefined && <Glyph state={state} isSilent />}
        {isBare && !informs ? undefined : cellText(cell)}
        {cell.trials !== undefined && !isBare && <Repeats trials={cell.trials} planned={planned} />}
      </a>
    </td>
  );
}

/** Nearly all cells pass or fail: their glyph is a background. */
const drawnByStyles: Partial<Record<State, string>> = { passed: "c tick", failed: "c cross" };

interface MissingCell extends PlacedCell {
  readonly name: string;
  readonly isBare: boolean;
}

/** What has not run yet keeps its place; what broke says so in every cell; blank means only that it does not apply. */
export function missingCell(missing: MissingCell) {
  const { row, at, place, isOver, hasFocus, isBare, name } = missing;
  const { status, reason, evalId } = row;
  const shared = { "data-cell": `${at}:${place + 1}`, tabIndex: hasFocus ? 0 : -1 };
  const says = (what: string) => ({
    ...shared,
    role: "img",
    "aria-label": `${evalId}, ${metricName(name)}, ${what}`,
  });
  if (status === undefined) {
    return (
      <td key={name} className={isOver ? "sk" : "wa"} aria-colindex={place + 2}>
        <span className="c" {...says(isOver ? "never ran" : "pending")}>
          <Glyph state={isOver ? "skipped" : "pending"} isSilent />
        </span>
      </td>
    );
  }
  if (reason === undefined) {
    return (
      <td key={name} aria-colindex={place + 2}>
        <span className="c" {...says("not asked")} />
      </td>
    );
  }
  return (
    <td key={name} className="ne" aria-colindex={place + 2}>
      <span className="c cut" {...says(`not evaluated, ${reasonWords[reason]}`)}>
        <Glyph state="not-evaluated" isSilent />
        {!isBare && reasonWords[reason]}
      </span>
    </td>
  );
}
