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

/** A row that has not come yet: nothing is known of it, so nothing is said, and little is drawn while somebody scrolls by. */
export function UnreadRow({ at, columns }: { readonly at: number; readonly columns: number }) {
  return (
    <tr aria-rowindex={at + 2} className="unread">
      <th scope="row">
        <span className="c faint" data-cell={`${at}:0`}>
          <span className="sr">not read yet</span>
        </span>
      </th>
      <td colSpan={columns - 1} />
    </tr>
  );
}

/** A case that has not begun: its place is kept. */
export function WaitingRow({ at, metrics, figures, isOver }: WaitingRowProps) {
  const places = (length: number) => Array.from({ length }, (_, place) => place);
  return (
    <tr aria-rowindex={at + 2}>
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
