import { secretNamed } from "../../../agents/secrets/known-secrets.ts";
import { keyOf } from "../../../core/folds/open-cases.ts";
import type { Metric } from "../../../core/metric.ts";
import type { PlannedCase } from "../../../runner/run-plan.ts";

/** Why a placeholder stays where a secret was. */
export function whyMissing(name: string): string {
  return secretNamed(name) === undefined ? "is not set any more" : "cannot be put back";
}

/** The same metrics, where what they would look at is not what was said: nobody scores a placeholder. */
export function withoutSecrets(
  metrics: readonly Metric[],
  missing: readonly string[] | undefined,
): readonly Metric[] {
  const [name] = missing ?? [];
  if (name === undefined) return metrics;
  const detail = detailOf(name);
  return metrics.map((metric) => ({
    ...metric,
    measure: () => ({ kind: "not-evaluated", reason: "unsupported", detail }),
  }));
}

/** Conversations that could only go on with a placeholder in the agent's memory do not: nothing could be measured by them. */
export function* withholding(
  cases: Iterable<PlannedCase>,
  missing: ReadonlyMap<string, readonly string[]>,
): Generator<PlannedCase> {
  for (const planned of cases) {
    const names = missing.size === 0 ? undefined : missing.get(keyOf(planned));
    const [name] = names ?? [];
    if (name === undefined) yield planned;
    else {
      const withheld = { reason: "unsupported", detail: detailOf(name), metrics: [] } as const;
      yield { ...planned, metrics: withoutSecrets(planned.metrics, names), withheld };
    }
  }
}

function detailOf(name: string): string {
  return `What was said cannot be known again: the secret ${name} was in it, and ${whyMissing(name)}.`;
}
