import { Link } from "@tanstack/react-router";
import { metricName } from "../../../core/text/metric-name.ts";
import { timeText } from "../../lib/words.ts";
import type { ReviewItem } from "./use-review.ts";

interface RowProps {
  readonly item: ReviewItem;
  readonly isCurrent: boolean;
}

export function ReviewRow({ item, isCurrent }: RowProps) {
  const { id, title, from, isGone, addedAt, addedBy, said } = item;
  const added = addedBy === undefined ? timeText(addedAt) : `${timeText(addedAt)}, ${addedBy}`;
  return (
    <li>
      <Link
        from="/review"
        to="/review"
        search={(now) => ({ ...now, item: id })}
        aria-current={isCurrent ? "true" : undefined}
        data-row=""
        title={`${title}: ${whatOf(item)}${from === "" ? "" : `, ${from}`}`}
        replace
      >
        <span className="clip title">{title}</span>
        <span className="small clip">
          {whatOf(item)}
          {from !== "" && `, ${from}`}
          {isGone && ", not there any more"}
        </span>
        <span className="small">{said === undefined ? added : said.says}</span>
      </Link>
    </li>
  );
}

function whatOf({ of: { session, chat, metric } }: Pick<ReviewItem, "of">): string {
  if (session !== undefined) return "session";
  if (chat !== undefined) return "chat";
  return metric === undefined ? "case" : `judge of ${metricName(metric)}`;
}
