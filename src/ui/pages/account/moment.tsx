import { timeText } from "../../lib/words.ts";

/** When something was or will be; a word where it never was. */
export function Moment({
  at,
  never = "never",
}: {
  readonly at: number | null;
  readonly never?: string;
}) {
  if (at === null || at === 0) return <span className="muted">{never}</span>;
  const iso = new Date(at).toISOString();
  return (
    <time dateTime={iso} title={iso}>
      {timeText(iso)}
    </time>
  );
}
