import type { ComparisonWarning } from "../../../core/analysis/comparison.ts";
import { Glyph } from "../../components/glyph.tsx";

/** What has to be known before any number is believed. */
export function Warnings({ warnings }: { readonly warnings: readonly ComparisonWarning[] }) {
  if (warnings.length === 0) return null;
  return (
    <ul className="warnings" aria-label="Before the numbers">
      {warnings.map(({ kind, text }) => (
        <li key={text} className={kind.startsWith("changed-") ? "note" : "note warn"}>
          {!kind.startsWith("changed-") && <Glyph state="errored" isSilent />}
          <span>{text}</span>
        </li>
      ))}
    </ul>
  );
}
