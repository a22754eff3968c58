import { grouped } from "../../core/numbers/grouped.ts";
import { plural } from "../../core/text/plural.ts";
import type { SetsPlan } from "../../project/power/plan-for-sets.ts";
import { roughTime } from "../../reporters/text/amount-text.ts";
import { cleanLine } from "../../reporters/text/clean-text.ts";
import { paint } from "../../reporters/text/paint.ts";
import { padStart, truncateMiddle, widthOf, wrap } from "../../reporters/text/text-width.ts";
import type { Terminal } from "../command.ts";

/** The plan as a short table, and in words. */
export function planLines(
  plan: SetsPlan,
  { columns, colour }: Pick<Terminal, "columns" | "colour">,
): readonly string[] {
  const { quiet, strong } = paint(colour);
  const cases = plan.sets.reduce((sum, set) => sum + set.cases, 0);
  const names = cleanLine(plan.sets.map(({ evalSetId }) => evalSetId).join(", "));
  const count = plural(cases, "case");
  const [answer = [], ...others] = plan.sentences.map((sentence) =>
    wrap(cleanLine(sentence), Math.min(columns, 100) - 4).map((line) => `  ${line}`),
  );
  return [
    `  ${strong(truncateMiddle(names, columns - widthOf(count) - 6))}  ${quiet(count)}`,
    "",
    ...answer,
    "",
    ...tableLines(plan).map((line, index) => (index === 0 ? quiet(line) : line)),
    "",
    ...others.flat(),
  ];
}

function tableLines({ plans }: SetsPlan): readonly string[] {
  const head = ["trials", "cases", "with reserve", "conversations", "cost", "time"];
  const rows = plans.map((plan) => [
    grouped(plan.trials),
    grouped(plan.cases),
    grouped(plan.casesWithReserve),
    grouped(plan.conversations),
    plan.cost === null ? "not known" : dollars(plan.cost),
    plan.seconds === null ? "not known" : roughTime(plan.seconds),
  ]);
  const widths = head.map((_, column) =>
    Math.max(...[head, ...rows].map((row) => widthOf(row[column] ?? ""))),
  );
  return [head, ...rows].map((row) =>
    `  ${row.map((cell, column) => padStart(cell, widths[column] ?? 0)).join("   ")}`.trimEnd(),
  );
}

function dollars(amount: number): string {
  return `$${amount < 0.995 ? Number(amount.toPrecision(2)) : amount.toFixed(2)}`;
}
