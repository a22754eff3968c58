import type { Metric } from "../../core/metric.ts";
import { aboutCost } from "../../core/numbers/about-cost.ts";
import type { PlannedSet } from "../plan/plan-cases.ts";

/** What a control question shows and gets back, in tokens; only good for a first idea. */
const USUAL_TOKENS = { input: 900, output: 150 };

/** What judges are asked before they judge, and what that may cost. Nothing where none of them has to prove anything. */
export async function controlNotes(planned: readonly PlannedSet[]): Promise<readonly string[]> {
  const metrics = [...new Set(planned.flatMap((set) => set.metrics))].filter(isChecked);
  const prices = Object.assign({}, ...planned.map(({ models }) => models.modelPrices));
  if (metrics.length === 0) return [];
  const [{ controlSetFor }, { priceOf }, { isTestingModel }] = await Promise.all([
    import("../../metrics/judged/controls/control-sets.ts"),
    import("../../models/index.ts"),
    import("../../models/apart/apart-model.ts"),
  ]);
  const byModel = new Map<
    string,
    { questions: number; names: Set<string>; subjects: Set<string> }
  >();
  for (const { name, control } of metrics) {
    const model = control?.open(1)?.judge.chatModel;
    if (model === undefined) continue;
    const isExempt = model.isOwnCode === true || (await isTestingModel(model));
    if (isExempt && control?.mode !== "on") continue;
    const known = byModel.get(model.id) ?? {
      questions: 0,
      names: new Set(),
      subjects: new Set(),
    };
    byModel.set(model.id, known);
    known.names.add(name);
    // what several metrics ask in the same way is proved once
    const subject = control?.subject ?? name;
    if (known.subjects.has(subject)) continue;
    known.subjects.add(subject);
    known.questions +=
      (controlSetFor(subject)?.questions ?? []).length + (control?.questions.length ?? 0);
  }
  return [...byModel].map(([model, { questions, names }]) => {
    const price = priceOf(model, prices);
    const each =
      price && (USUAL_TOKENS.input * price.input + USUAL_TOKENS.output * price.output) / 1e6;
    const cost = aboutCost(each && each * questions);
    return `Before it judges ${[...names].join(", ")}, ${model} answers ${questions} control questions, unless it has before: ${cost}.`;
  });
}

function isChecked({ control }: Metric): boolean {
  return control !== undefined && control.mode !== "off";
}
