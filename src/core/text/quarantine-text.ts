import type { RunGates } from "../analysis/gate.ts";
import { isGated } from "../analysis/gated-verdict.ts";
import type { QuarantinedCase } from "../run-info.ts";

interface WithQuarantine {
  readonly sets: readonly { readonly quarantined?: readonly QuarantinedCase[] | undefined }[];
  readonly gates?: RunGates | undefined;
}

/** Beyond so many, names say less than their number. */
const MOST_NAMED = 5;

/** What a run left out since it is in quarantine, each with its reason; "" where nothing is. */
export function quarantineText({ sets, gates }: WithQuarantine): string {
  const all = sets.flatMap(({ quarantined = [] }) => quarantined);
  if (all.length === 0) return "";
  const named = all.slice(0, MOST_NAMED).map(({ evalId, reason }) => `${evalId} (${reason})`);
  const left = all.length - named.length;
  const names = [...named, ...(left > 0 ? [`and ${left} more`] : [])].join(", ");
  const counted = isGated({ gates }) ? ". Gates count only what ran." : "";
  return `${all.length} quarantined, not run: ${names}${counted}`;
}
