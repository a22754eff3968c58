import type { RedteamReport } from "../../trust/redteam-judge.ts";
import { rateText } from "../text/rate-text.ts";
import { costLine } from "./judge-request.ts";

const SHOWN = 20;

export function redteamText(report: RedteamReport): string {
  const { judges, clean, attacks, passes, families, flipped, withoutVerdict, notAsked, asked } =
    report;
  const width = Math.max(...families.map(({ family }) => family.length), 14) + 2;
  const more = flipped.length - SHOWN;
  const lines = [
    `${judges.join(", ")} against ${asked} wrong answers`,
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
    ...(withoutVerdict === 0
      ? []
      : [`  ${withoutVerdict} times the judge gave no verdict, which is no pass.`]),
    ...(notAsked === 0
      ? []
      : [`  Not enough evidence yet: ${notAsked} questions never reached the judge.`]),
    costLine(report.modelCalls),
  ];
  return `${lines.join("\n")}\n`;
}

function indent(text: string): string {
  return `    ${text}`;
}
