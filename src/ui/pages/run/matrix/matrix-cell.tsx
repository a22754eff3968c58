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

interface MatrixCellProps extends PlacedCell {
  readonly cell: Cell;
  readonly column: Column;
  readonly tried: number | undefined;
}

/** What a metric says of a case; its evidence is a click away. */
export function MatrixCell({ cell: own, column, tried, ...placed }: MatrixCellProps) {
  const { row, at, place, href, planned, hasFocus } = placed;
  const cell = withTried(own, tried, column);
  const state = stateOfCell(cell);
  const informs = cell.status === "informational";
  const heat = informs ? "" : heatOf(cell, column, state);
  const name = metricName(column.name);
  const spoken = spokenCell({ row, name, cell, direction: column.direction, planned });
  return (
    <td className={cell.was === undefined ? heat : `${heat} wi`} aria-colindex={place + 2}>
      <a
        className={informs ? "c faint" : "c"}
        href={`${href}&metric=${column.name}`}
        data-cell={`${at}:${place + 1}`}
        tabIndex={hasFocus ? 0 : -1}
        aria-label={spoken}
      >
        {!informs && <CellGlyph state={state} />}
        <span className="v">{cellText(cell)}</span>
        {cell.trials !== undefined && <Repeats trials={cell.trials} planned={planned} />}
      </a>
    </td>
  );
}

/** Nearly all cells pass or fail. Drawn by styles alone: hundreds of drawings take half of a frame while somebody scrolls. */
function CellGlyph({ state }: { readonly state: State }) {
  if (state === "passed") return <i className="g pass tick" />;
  if (state === "failed") return <i className="g fail cross" />;
  return <Glyph state={state} isSilent />;
}

interface NoCellProps extends PlacedCell {
  readonly name: string;
}

/** What has not run yet keeps its place; what broke says so in every cell; blank means only that it does not apply. */
export function NoCell({ row, at, place, isOver, hasFocus, name }: NoCellProps) {
  const { status, reason, evalId } = row;
  const shared = { "data-cell": `${at}:${place + 1}`, tabIndex: hasFocus ? 0 : -1 };
  const says = (what: string) => ({
    ...shared,
    role: "img",
    "aria-label": `${evalId}, ${metricName(name)}, ${what}`,
  });
  if (status === undefined) {
    return (
      <td className={isOver ? "sk" : "wa"} aria-colindex={place + 2}>
        <span className="c" {...says(isOver ? "never ran" : "pending")}>
          <Glyph state={isOver ? "skipped" : "pending"} isSilent />
        </span>
      </td>
    );
  }
  if (reason === undefined) {
    return (
      <td aria-colindex={place + 2}>
        <span className="c" {...says("not asked")} />
      </td>
    );
  }
  return (
    <td className="ne" aria-colindex={place + 2}>
      <span className="c" {...says(`not evaluated, ${reasonWords[reason]}`)}>
        <Glyph state="not-evaluated" isSilent />
        <span className="v">{reasonWords[reason]}</span>
      </span>
    </td>
  );
}
