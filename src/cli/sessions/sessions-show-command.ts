import { momentOf } from "../../core/traces/moment.ts";
import type { SessionListing } from "../../core/traces/trace-store.ts";
import type { TraceToolCall, TraceTurn } from "../../core/traces/trace-turn.ts";
import { ExitCode } from "../../core/verdict.ts";
import { findSession, sessionConversation } from "../../project/traces/session-conversation.ts";
import { withoutContent } from "../../project/traces/trace-problems.ts";
import { cleanLine, cleanLines } from "../../reporters/text/clean-text.ts";
import { wrap } from "../../reporters/text/text-width.ts";
import type { CommandInput } from "../command.ts";
import { timeText } from "../text/time-text.ts";
import { withSessions } from "./open-sessions.ts";

/** `assay sessions show`: what was said and done, turn by turn. */
export async function sessionsShowCommand(input: CommandInput): Promise<number> {
  const { terminal } = input;
  const [id = ""] = input.arguments;
  const columns = Math.min(120, Math.max(60, terminal.columns));
  return await withSessions(input, async (store) => {
    const session = await findSession(store, id);
    const conversation = await sessionConversation(store, id);
    const missing = withoutContent(conversation);
    const lines = [
      ...headLines(session, conversation.turns.length),
      ...conversation.turns.flatMap((turn, at) => ["", ...turnLines(turn, at + 1, columns)]),
      ...(missing === undefined
        ? []
        : ["", ...wrap(missing, columns - 2).map((line) => `  ${line}`)]),
    ];
    terminal.write(`${lines.join("\n")}\n`);
    return ExitCode.passed;
  });
}

function headLines(session: SessionListing, turns: number): readonly string[] {
  const { id, traceIds, spanCount, logCount, golden, firstStart } = session;
  const when = momentOf(firstStart);
  const counts = [
    counted(turns, "turn"),
    counted(traceIds.length, "trace"),
    counted(spanCount, "span"),
    ...(logCount === 0 ? [] : [counted(logCount, "log record")]),
  ];
  return [
    `  ${cleanLine(id)}${golden ? " (golden)" : ""}`,
    `  ${[...(when === null ? [] : [timeText(when)]), ...counts].join(", ")}`,
  ];
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? "" : "s"}`;
}

function turnLines(turn: TraceTurn, place: number, columns: number): readonly string[] {
  const { user, answer, tools, agentName, errorType } = turn;
  return [
    ...labelled(`${place} user`, user ?? "(not recorded)", columns),
    ...tools.flatMap((tool) => labelled("tool", toolText(tool), columns)),
    ...labelled(agentName ?? "agent", answer ?? "(no answer recorded)", columns),
    ...(errorType === undefined ? [] : labelled("failed", errorType, columns)),
  ];
}

/** Enough to see what it was about; the export has all of it. */
const MOST = 1000;

function toolText({ name, args, result, errorType }: TraceToolCall): string {
  const given = args === undefined ? "(…)" : `(${shortened(JSON.stringify(args))})`;
  const became = errorType ?? (result === undefined ? undefined : JSON.stringify(result));
  return `${name}${given}${became === undefined ? "" : ` → ${shortened(became)}`}`;
}

function shortened(text: string): string {
  return text.length > MOST ? `${text.slice(0, MOST).toWellFormed()}…` : text;
}

const LABEL = 12;

function labelled(label: string, text: string, columns: number): readonly string[] {
  const name = cleanLine(label);
  const lines = cleanLines(shortened(text)).flatMap((line) => wrap(line, columns - LABEL - 2));
  const short = name.length < LABEL - 1;
  const first = short ? [] : [`  ${name}`];
  return [
    ...first,
    ...lines.map((line, at) =>
      `  ${(at === 0 && short ? name : "").padEnd(LABEL)}${line}`.trimEnd(),
    ),
  ];
}
