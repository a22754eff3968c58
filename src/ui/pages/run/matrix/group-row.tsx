import { Glyph } from "../../../components/glyph.tsx";
import { casesText } from "../../../lib/amounts.ts";
import type { Entry } from "./use-case-pages.ts";

interface GroupRowProps {
  readonly group: Exclude<Entry, { evalId: string }>;
  readonly at: number;
  readonly columns: number;
}

/** What the cases below it have in common. */
export function GroupRow({ group: { group, cases, passed, failed }, at, columns }: GroupRowProps) {
  return (
    <tr className="grouprow" aria-rowindex={at + 2}>
      <th scope="rowgroup" colSpan={columns}>
        <span className="c" data-cell={`${at}:0`}>
          <strong>{group ?? "without a tag"}</strong>
          <span className="muted">
            {casesText(cases)}, {passed} passed, {failed} failed
          </span>
        </span>
      </th>
    </tr>
  );
}

interface WaitingRowProps {
  readonly at: number;
  readonly metrics: number;
  readonly figures: number;
  readonly isOver: boolean;
}

/** A case that has not begun, or a row that has not come yet: its place is kept. */
export function WaitingRow({ at, metrics, figures, isOver }: WaitingRowProps) {
  const places = (length: number) => Array.from({ length }, (_, place) => place);
  return (
    <tr aria-rowindex={at + 2} className="waiting">
      <th scope="row">
        <span className="c faint" data-cell={`${at}:0`}>
          <Glyph state={isOver ? "skipped" : "pending"} isSilent />
          {isOver ? "never ran" : "not begun"}
        </span>
      </th>
      {places(metrics).map((place) => (
        <td key={place} className={isOver ? "sk" : "wa"}>
          <span className="c" />
        </td>
      ))}
      {places(figures).map((place) => (
        <td key={`figure ${place}`} />
      ))}
    </tr>
  );
}
