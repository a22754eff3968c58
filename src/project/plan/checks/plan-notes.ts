import { existsSync } from "node:fs";
import { resolve } from "node:path";
import type { EvalCase } from "../../../core/eval-set.ts";
import type { Metric } from "../../../core/metric.ts";
import { aboutCost } from "../../../core/numbers/about-cost.ts";
import type { ModelLike, ModelPrice } from "../../../models/index.ts";
import { adkReading } from "../../config/config-file-for.ts";
import type { Selector } from "../../eval-sets/parse-selectors.ts";
import { unmetNeeds } from "../../metrics/check-runnable.ts";
import { samplesOf } from "../../metrics/samples-of.ts";
import type { RunRequest } from "../eval-request.ts";
import type { PlannedScoring, PlannedSet } from "../plan-cases.ts";
import { meaningQuestions } from "./meaning-questions.ts";

/** How many cases are looked at to find out whether a metric can run at all. */
const LOOK_AT = 200;

/** A metric that cannot run on any case of a set says so before the agent is called. */
export async function needsNotes(
  name: string,
  scoring: PlannedScoring,
): Promise<readonly string[]> {
  // where nothing is to run, no metric is the reason
  if (scoring.selected.length === 0) return [];
  const idle = await idleMetrics(scoring);
  return [...idle].flatMap(([metric, reason]) => {
    if (metric.threshold === undefined) return [];
    if (reason === undefined) return [`${metric.name} is left out of every case of ${name}.`];
    return [`${metric.name} cannot score any case of ${name}: ${reason}`];
  });
}

/** The metrics that no case of a set gives anything to do, and why; those that every case leaves out have no reason. */
export async function idleMetrics({
  source,
  selected,
  metrics,
}: PlannedScoring): Promise<ReadonlyMap<Metric, string | undefined>> {
  let open = metrics.filter((metric) => metric.needs.length > 0);
  const reasons = new Map<Metric, string>();
  for (const index of selected.slice(0, LOOK_AT)) {
    if (open.length === 0) break;
    const evalCase = await source.read(index);
    open = open.filter((metric) => {
      if (evalCase.assay?.skip?.includes(metric.name) === true) return true;
      const reason = unmetNeeds(metric, evalCase);
      if (reason !== undefined) reasons.set(metric, reason);
      return reason !== undefined;
    });
  }
  if (selected.length > LOOK_AT) return new Map();
  return new Map(open.map((metric) => [metric, reasons.get(metric)]));
}

/** Where ADK would have used other criteria for the same command line. */
export function adkNotes(
  selectors: readonly Selector[],
  planned: readonly PlannedSet[],
  request: RunRequest,
  cwd: string,
): readonly string[] {
  if (selectors.length < 2 || planned.every((set) => set.configPath === undefined)) return [];
  const exists = (path: string) => existsSync(resolve(cwd, path));
  const adk = adkReading(selectors, { given: request.configFilePath, exists });
  if (adk.configFile !== undefined) return [];
  return [
    "Each set is scored by the config nearest to it; ADK would use its default criteria here.",
  ];
}

/** A judge that nobody will ask was named for a reason that does not apply here. */
export function unaskedJudgeNotes(
  metrics: readonly Metric[],
  { judgeModel }: Pick<RunRequest, "judgeModel">,
): readonly string[] {
  if (judgeModel === undefined || metrics.some(({ needs }) => needs.includes("judge"))) return [];
  return [
    `${nameOf(judgeModel)} is named as the judge and will not be asked: no metric of the criteria needs one.`,
  ];
}

const usualModel = "gemini-2.5-flash";

/** What a judge is shown and says for one question, in tokens; only good for a first idea. */
const USUAL_TOKENS = { input: 1_500, output: 250 };

/** How often judges will be asked, and what that may cost, before anything is spent. */
export async function estimateNotes(
  planned: readonly PlannedSet[],
  { trials, judgeModel }: Pick<RunRequest, "trials" | "judgeModel">,
): Promise<readonly string[]> {
  const calls = new Map<string, number>();
  const unknown = new Set<string>();
  const prices: Record<string, ModelPrice> = {};
  for (const set of planned) {
    const { source, selected, metrics, judgeModel: configured, models, hasScenarios } = set;
    Object.assign(prices, models.modelPrices);
    const judged = metrics.filter((metric) => metric.needs.includes("judge"));
    if (judged.length === 0) continue;
    const counted = new Set<string>();
    for (const metric of judged) {
      const turns = await turnsOf({ source, selected, counted }, metric);
      if (turns === 0) continue;
      const asked = metric.control?.open(1)?.judge.chatModel?.id;
      const name = asked ?? nameOf(judgeModel ?? configured ?? usualModel);
      const samples = samplesOf(metric.criterion);
      const questions = questionsOf(metric.name, { samples, turns, cases: selected.length });
      calls.set(name, (calls.get(name) ?? 0) + questions * trials);
      if (hasScenarios) unknown.add(name);
    }
  }
  if (calls.size === 0) return [];
  const { priceOf } = await import("../../../models/index.ts");
  return [...calls].map(([model, count]) => {
    const price = priceOf(model, prices);
    const each =
      price && (USUAL_TOKENS.input * price.input + USUAL_TOKENS.output * price.output) / 1e6;
    const cost = aboutCost(each && each * count);
    const about = unknown.has(model) ? "at least" : "about";
    return `${model} will be asked ${about} ${count} ${count === 1 ? "time" : "times"} to judge: ${cost}.`;
  });
}

/** These look at a conversation as a whole. */
const askedOnce: ReadonlySet<string> = new Set([
  "multi_turn_task_success_v1",
  "multi_turn_trajectory_quality_v1",
  "multi_turn_tool_use_quality_v1",
  "rubric_based_multi_turn_trajectory_quality_v1",
]);

function questionsOf(
  name: string,
  { samples, turns, cases }: { samples: number; turns: number; cases: number },
): number {
  // an answer is cut into sentences by one question, and all of them are checked by another
  if (name === "hallucinations_v1") return turns * 2;
  return (askedOnce.has(name) ? cases : turns) * samples;
}

function nameOf(model: ModelLike): string {
  if (typeof model === "string") return model;
  const { name, id, modelId } = model as { name?: unknown; id?: unknown; modelId?: unknown };
  return String(modelId ?? id ?? (name || "the judge"));
}

interface Judged extends Pick<PlannedSet, "source" | "selected"> {
  /** Pairs of values that a metric before asks about. */
  readonly counted: Set<string>;
}

/** How many turns there are to judge, or pairs of values; where a case has nothing that the metric looks at, none. */
async function turnsOf({ source, selected, counted }: Judged, metric: Metric): Promise<number> {
  const looked = selected.slice(0, LOOK_AT);
  let turns = 0;
  for (const index of looked) {
    const evalCase = await source.read(index);
    if (isIdle(metric, evalCase)) continue;
    turns +=
      metric.comparesMeaning === true
        ? meaningQuestions(metric, { evalCase, index }, counted)
        : (evalCase.conversation?.length ?? 1);
  }
  return Math.round((turns * selected.length) / Math.max(1, looked.length));
}

function isIdle(metric: Metric, evalCase: EvalCase): boolean {
  return (
    evalCase.assay?.skip?.includes(metric.name) === true ||
    unmetNeeds(metric, evalCase) !== undefined
  );
}
