import { checkGates, refuseChosenCases } from "../../analysis/gates/check-gate.ts";
import { type Gate, refused } from "../../analysis/gates/parse-gate.ts";
import { isUserFacingError } from "../../core/errors.ts";
import type { RunTable } from "../../core/folds/run-table.ts";
import type { MetricSetting, RunInfo } from "../../core/run-info.ts";
import type { RunStore } from "../../core/run-store.ts";
import { findBaseline } from "../history/finding/find-baseline.ts";
import type { AskedGates } from "./asked-gates.ts";
import type { ResolvedGates } from "./resolve-gates.ts";

interface GatesContext {
  readonly store: RunStore;
  readonly cwd: string;
  readonly baseline?: RunTable | undefined;
}

/** The gates of a run that is about to begin: understood, answerable by it, and with the run that they compare with. */
export async function planGates(
  asked: AskedGates,
  about: RunInfo,
  context: GatesContext,
): Promise<ResolvedGates> {
  if (asked.isBaselineOptional !== true) return await planAsked(asked, about, context);
  const { isBaselineOptional: _, baseline, ...others } = asked;
  try {
    return await planAsked({ ...others, baseline }, about, context);
  } catch (error) {
    if (!isUserFacingError(error) || !wantsRun.has(error.code)) throw error;
    const { gates, notes } = await planAsked(others, about, context);
    const why = `The baseline of the config, ${baseline}, is left out, since no gate needs it:`;
    return { gates, notes: [...notes, `${why} ${error.message}`] };
  }
}

/** That there is nothing to compare with, and nothing else that may be wrong. */
const wantsRun: ReadonlySet<string> = new Set(["run/no-baseline", "run/not-found"]);

async function planAsked(
  { gates: conditions = [], gateBy: by = "bound", baseline: named }: AskedGates,
  about: RunInfo,
  context: GatesContext,
): Promise<ResolvedGates> {
  const { caseCount: cases, trials } = about;
  const checked = checkGates(conditions, { metrics: metricsOf(about), trials, cases, by });
  const texts = checked.gates.map(({ text }) => text);
  const compares = checked.gates.filter(({ figure }) => figure.kind === "no-worse");
  if (compares.length === 0 && named === undefined && context.baseline === undefined) {
    refuseChosenCases(checked.gates, about, undefined);
    return { gates: { conditions: texts, by }, notes: checked.notes };
  }
  const { runId, notes } = await baselineOf(about, named, context);
  const has = context.baseline?.about ?? (await infoOf(context.store, runId));
  refuseChosenCases(checked.gates, about, has);
  for (const gate of compares) needInBaseline(gate, has, runId);
  return { gates: { conditions: texts, by, baseline: runId }, notes: [...notes, ...checked.notes] };
}

async function baselineOf(
  about: RunInfo,
  named: string | undefined,
  { store, cwd, baseline }: GatesContext,
): Promise<{ readonly runId: string; readonly notes: readonly string[] }> {
  if (baseline !== undefined) return { runId: baseline.runId, notes: [] };
  const { runId, text } = await findBaseline(store, { about, named, cwd });
  return { runId, notes: [`The baseline is ${text}.`] };
}

async function infoOf(store: RunStore, runId: string): Promise<RunInfo | undefined> {
  const [start] = await store.runEvents(runId);
  return start?.type === "run-start" ? start.about : undefined;
}

/** A metric that the baseline never asked has nothing to be compared with. */
function needInBaseline({ text, figure }: Gate, about: RunInfo | undefined, runId: string): void {
  if (figure.kind !== "no-worse" || figure.metric === undefined || about === undefined) return;
  const names = metricsOf(about).map(({ name }) => name);
  if (names.includes(figure.metric)) return;
  throw refused(
    text,
    `Run ${runId}, which it compares with, has no metric ${figure.metric}`,
    `It has ${names.join(", ")}. Name a run that has it with --baseline.`,
  );
}

function metricsOf({ sets }: RunInfo): readonly MetricSetting[] {
  const byName = new Map<string, MetricSetting>();
  for (const metric of sets.flatMap(({ config }) => config.metrics)) {
    if (!byName.has(metric.name)) byName.set(metric.name, metric);
  }
  return [...byName.values()];
}
