import { UserFacingError } from "../../core/errors.ts";
import type { CommandInput } from "../command.ts";
import { textOption } from "./read-options.ts";

/** `--detect`: a share, or points with a percent sign. 0.05 and 5% are the same. */
export function detectOption(options: CommandInput["options"]): number | undefined {
  const text = textOption(options, "detect");
  if (text === undefined) return undefined;
  const [, digits, percent] = /^([\d.]+(?:e-?\d+)?)\s*(%?)$/i.exec(text.trim()) ?? [];
  const size = digits === undefined ? Number.NaN : Number(digits) / (percent === "%" ? 100 : 1);
  // a metric may have any range, a rate has that of a share
  const isRate = textOption(options, "metric") === undefined;
  if (Number.isFinite(size) && size > 0 && (!isRate || size < 1)) return size;
  const isPercent = size >= 1 && size <= 100 && percent !== "%";
  const expected = isRate ? "of the pass rate between 0 and 1" : "above 0";
  throw new UserFacingError(
    "cli/usage",
    size === 0
      ? "A difference of 0 is never seen, however many cases there are."
      : `--detect is "${text}"; a difference ${expected} was expected.`,
    { hint: isPercent ? `Did you mean --detect ${size}%?` : "Write, for example, --detect 0.05." },
  );
}
