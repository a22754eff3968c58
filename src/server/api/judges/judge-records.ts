import type { RunStore } from "../../../core/run-store.ts";
import type { CalibrationReport } from "../../../trust/calibrate-judge.ts";
import type { Calibration, Correction } from "../../../trust/calibration.ts";
import type { RedteamReport } from "../../../trust/redteam-judge.ts";

/** What `assay judge redteam` came to. */
export interface RedteamRecord {
  readonly record: string;
  readonly at: string;
  /** Undefined: it has not ended, or an earlier version ran it, which kept the answers alone. */
  readonly report?: RedteamReport | undefined;
}

/** What `assay judge calibrate` came to for one metric. */
export interface CalibrationRecord {
  readonly record: string;
  readonly at: string;
  /** The file of labels. */
  readonly labels: string;
  readonly judges: readonly string[];
  readonly calibration: Calibration & { readonly corrected?: Correction | undefined };
}

/** Attacks on this judge, newest first. */
export async function redteamsOf(
  store: RunStore,
  model: string,
): Promise<readonly RedteamRecord[]> {
  const found: RedteamRecord[] = [];
  for (const { runId, kind, agent, startedAt } of await store.list()) {
    if (kind !== "redteam") continue;
    const report = (await reportOf(store, runId)) as RedteamReport | undefined;
    const judges = report?.judges ?? [agent];
    if (judges.includes(model)) found.push({ record: runId, at: startedAt, report });
  }
  return found;
}

/** What this judge's answers to labels came to, newest first. */
export async function calibrationsOf(
  store: RunStore,
  { metric, model }: { readonly metric: string; readonly model: string },
): Promise<readonly CalibrationRecord[]> {
  const found: CalibrationRecord[] = [];
  for (const { runId, kind, agent, startedAt } of await store.list()) {
    if (kind !== "calibrate") continue;
    const report = (await reportOf(store, runId)) as CalibrationReport | undefined;
    if (report === undefined || !report.judges.includes(model)) continue;
    const { judges } = report;
    for (const calibration of report.calibrations.filter((each) => each.metric === metric)) {
      found.push({ record: runId, at: startedAt, labels: agent, judges, calibration });
    }
  }
  return found;
}

async function reportOf(store: RunStore, runId: string): Promise<unknown> {
  const events = await store.runEvents(runId);
  return events.find((event) => event.type === "run-end")?.report;
}
