import { textOf } from "../../core/content.ts";
import type { EvalCase } from "../../core/eval-set.ts";
import { type Invocation, toolCallsOf } from "../../core/invocation.ts";
import type { EvalSetSource } from "../../eval-sets/eval-set-source.ts";
import { cleanLine, cleanLines } from "../../reporters/text/clean-text.ts";
import type { Paint } from "../../reporters/text/paint.ts";
import { safeText } from "../../reporters/text/safe-text.ts";
import { padEnd, padStart, truncate, wrap } from "../../reporters/text/text-width.ts";
import { callText } from "../../reporters/text/trajectory-text.ts";

export interface Look {
  readonly paint: Paint;
  readonly columns: number;
}

export interface RowWidths {
  readonly id: number;
  readonly tags: number;
}

/** Which set it is, how many cases, and what it is for. */
export function evalSetHeaderLines(
  name: string,
  { header, caseIds }: EvalSetSource,
  { paint, columns }: Look,
): readonly string[] {
  const count = caseIds.length === 1 ? "1 case" : `${caseIds.length} cases`;
  const facts = [name, header.evalSetId, count].map(cleanLine).join(" · ");
  const about = header.description ?? "";
  const lines = about === "" ? [] : cleanLines(about).flatMap((line) => wrap(line, columns - 2));
  return [
    `  ${paint.strong(truncate(facts, columns - 2))}`,
    ...lines.map((line) => `  ${line}`.trimEnd()),
    "",
  ];
}

/** A case in one line: id, number of turns, tags, how it begins. */
export function evalSetRowLine(
  evalCase: EvalCase,
  { paint, columns, widths }: Look & { readonly widths: RowWidths },
): string {
  const id = padEnd(truncate(cleanLine(evalCase.evalId), widths.id), widths.id);
  const turns = padStart(turnsText(evalCase), 8);
  const tagText = cleanLine((evalCase.assay?.tags ?? []).join(" "));
  const tags = widths.tags === 0 ? "" : `  ${padEnd(truncate(tagText, widths.tags), widths.tags)}`;
  const isolation = columns - 2 - widths.id - 2 - 8 - (widths.tags === 0 ? 0 : widths.tags + 2) - 2;
  const said = truncate(cleanLine(firstText(evalCase)), Math.max(8, isolation));
  const line = `  ${id}  ${turns}${paint.quiet(tags)}  ${said}`.trimEnd();
  const { quarantine } = evalCase.assay ?? {};
  if (quarantine === undefined) return line;
  const why = truncate(cleanLine(`quarantined: ${quarantine}`), columns - 6);
  return `${line}\n${paint.quiet(`      ${why}`)}`;
}

/** A case whole: every turn with what is expected, or the scenario. */
export function evalCaseLines(evalCase: EvalCase, look: Look): readonly string[] {
  const { paint } = look;
  const tags = evalCase.assay?.tags ?? [];
  const facts = [turnsText(evalCase), ...tags].map(cleanLine).join(" · ");
  return [
    `  ${paint.strong(cleanLine(evalCase.evalId))}  ${paint.quiet(facts)}`,
    ...quarantineLines(evalCase, look),
    ...scenarioLines(evalCase, look),
    ...(evalCase.conversation ?? []).flatMap((turn, index) => turnLines(turn, index, look)),
    "",
  ];
}

function turnsText({ conversation }: EvalCase): string {
  if (conversation === undefined) return "scenario";
  return conversation.length === 1 ? "1 turn" : `${conversation.length} turns`;
}

function firstText({ conversation, conversationScenario }: EvalCase): string {
  if (conversationScenario !== undefined) return conversationScenario.startingPrompt;
  return textOf(conversation?.[0]?.userContent) ?? "";
}

function quarantineLines({ assay }: EvalCase, look: Look): readonly string[] {
  return assay?.quarantine === undefined ? [] : labelled("held", assay.quarantine, look);
}

function scenarioLines({ conversationScenario }: EvalCase, look: Look): readonly string[] {
  if (conversationScenario === undefined) return [];
  const { startingPrompt, conversationPlan, userPersona } = conversationScenario;
  const persona = typeof userPersona === "string" ? userPersona : (userPersona?.id ?? "");
  return [
    ...labelled("user", startingPrompt, look),
    ...labelled("plan", conversationPlan, look),
    ...(persona === "" ? [] : labelled("persona", persona, look)),
  ];
}

function turnLines(turn: Invocation, index: number, look: Look): readonly string[] {
  const answer = textOf(turn.finalResponse) ?? "";
  return [
    look.paint.quiet(`  turn ${index + 1}`),
    ...labelled("user", textOf(turn.userContent) ?? "", look),
    ...toolCallsOf(turn).flatMap((call) => labelled("call", callText(call, plain), look)),
    ...(answer === "" ? [] : labelled("answer", answer, look)),
  ];
}

const plain = safeText([]);
const left = 12;

function labelled(label: string, text: string, { paint, columns }: Look): readonly string[] {
  const lines = cleanLines(text).flatMap((line) => wrap(line, columns - left));
  return lines.map((line, at) => {
    const first = paint.quiet(label) + " ".repeat(left - 4 - label.length);
    return `    ${at === 0 ? first : " ".repeat(left - 4)}${line}`.trimEnd();
  });
}
