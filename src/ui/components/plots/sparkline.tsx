import { percentText } from "../../lib/words.ts";

const WIDTH = 95;
const HEIGHT = 16;

/** How shares went, oldest first, on a scale from 0 to 1. What was not measured is passed over. */
export function Sparkline({ shares }: { readonly shares: readonly (number | null)[] }) {
  const known = shares.flatMap((share, at) => (share === null ? [] : [{ share, at }]));
  const [first] = known;
  const last = known.at(-1);
  if (first === undefined || last === undefined) return null;
  const step = WIDTH / Math.max(1, shares.length - 1);
  const place = ({ share, at }: (typeof known)[number]) =>
    [shares.length === 1 ? WIDTH : at * step, 2 + HEIGHT * (1 - share)] as const;
  const [x, y] = place(last);
  const label =
    known.length === 1
      ? `${percentText(last.share)} in one run`
      : `From ${percentText(first.share)} to ${percentText(last.share)} in ${known.length} runs`;
  return (
    <svg className="spark" viewBox="0 0 96 20" role="img" aria-label={label}>
      <title>{label}</title>
      <path
        d={`M${known
          .map((each) =>
            place(each)
              .map((number) => number.toFixed(1))
              .join(" "),
          )
          .join("L")}`}
      />
      <circle cx={x} cy={y} r="2" />
    </svg>
  );
}
