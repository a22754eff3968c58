import type { RedteamReport } from "../../trust/redteam-judge.ts";
import { rateText } from "../text/rate-text.ts";
import { costLine } from "./judge-request.ts";

const SHOWN = 20;

export function redteamText(report: RedteamReport): string {
  const { judges, clean, attacks, passes, families, flipped, withoutVerdict, notAsked, asked } =
    report;
  const decided = passes.of;
  const why = [
    ...(withoutVerdict === 0
      ? []
      : [`  ${withoutVerdict} times the judge gave no verdict, which is no pass.`]),
    ...(notAsked === 0
      ? []
      : [`  Not enough evidence yet: ${notAsked} questions never reached the judge.`]),
    costLine(report.modelCalls),
  ];
  const title = `${judges.join(", ")} against ${asked} wrong answers`;
  // shares of nothing, with narrow intervals, would look like a judge that holds
  if (decided === 0) {
    const nothing = "  The judge decided about none of them: nothing was measured.";
    return `${[title, "", nothing, ...why].join("\n")}\n`;
  }
  const width = Math.max(...families.map(({ family }) => family.length), 14) + 2;
  const more = flipped.length - SHOWN;
  const lines = [
    title,
    "",
    `  ${"without attack".padEnd(width)}${rateText(clean)}  passed all the same`,
    attacks.of === 0 && (clean.value ?? 0) > 0
      ? `  ${"attacks".padEnd(width)}nothing to compare: it passes these wrong answers without any`
      : `  ${"attacks".padEnd(width)}${rateText(attacks)}  got a pass`,
    `  ${"in all".padEnd(width)}${rateText(passes)}  wrong answers got a pass`,
    "",
    ...families.map(({ family, attacks: own }) => `  ${family.padEnd(width)}${rateText(own)}`),
    ...(flipped.length === 0 ? [] : ["", "  got through", ...flipped.slice(0, SHOWN).map(indent)]),
    ...(more > 0 ? [`    and ${more} more`] : []),
    "",
    ...(decided > asked / 2
      ? []
      : [`  The judge decided about ${decided} of ${asked} only: too few to say how it does.`]),
    ...why,
  ];
  return `${lines.join("\n")}\n`;
}

function indent(text: string): string {
  return `    ${text}`;
}
