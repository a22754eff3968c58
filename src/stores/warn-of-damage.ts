import type { Damage } from "./event-row.ts";

/** What a store does with damage that nobody else is told of. */
export function warnOfDamage({ runId, seq }: Damage): void {
  process.emitWarning(`Event ${seq} of run ${runId} is damaged and was left out.`, {
    code: "ASSAY_DAMAGED_EVENT",
  });
}
