import { ExitCode } from "../../core/verdict.ts";
import { cleanJson, cleanLine } from "../../reporters/text/clean-text.ts";
import { padEnd, padStart, truncateMiddle, widthOf } from "../../reporters/text/text-width.ts";
import { choiceOption, isOn } from "../arguments/read-options.ts";
import type { CommandInput } from "../command.ts";
import { timeText } from "../text/time-text.ts";
import { withSessions } from "./open-sessions.ts";
import { type SessionRow, sessionRow } from "./session-row.ts";

/** `assay sessions`: what was received, in the order it began. */
export async function sessionsCommand(input: CommandInput): Promise<number> {
  const { options, terminal } = input;
  const output = choiceOption(options, "output", ["json"]);
  const rows = await withSessions(input, async (store) => {
    const sessions = await store.sessions();
    const shown = sessions.filter(({ isAgent }) => isAgent || isOn(options, "all"));
    const listed: SessionRow[] = [];
    for (const session of shown) listed.push(await sessionRow(store, session));
    return listed;
  });
  const lines =
    output === "json"
      ? JSON.stringify(rows, null, 2).split("\n").map(cleanJson)
      : tableLines(rows, terminal.columns);
  terminal.write(`${lines.join("\n")}\n`);
  return ExitCode.passed;
}

const GAP = "  ";

/** Times and counts stand whole; long names are cut in their middle where the lines would not fit. */
function tableLines(rows: readonly SessionRow[], columns: number): readonly string[] {
  if (rows.length === 0)
    return ["  There are no sessions here yet. Receive some with:  assay serve"];
  const counts = rows.map(({ turns, traces, spans }) => [turns, traces, spans].map(String));
  const times = rows.map(({ startedAt }) => (startedAt === null ? "" : timeText(startedAt)));
  const widths = ["turns", "traces", "spans"].map((title, at) =>
    widest([title, ...counts.map((row) => row[at] ?? "")]),
  );
  const when = widest(["when", ...times]);
  const taken = [when, ...widths].reduce((sum, width) => sum + width + GAP.length, GAP.length * 2);
  const room = Math.max(24, columns - taken);
  const agents = rows.map(({ agent }) => cleanLine(agent ?? ""));
  const ids = rows.map(({ id, golden }) => `${cleanLine(id)}${golden ? " (golden)" : ""}`);
  const agentWidth = Math.min(widest(["agent", ...agents]), Math.max(8, Math.floor(room / 3)));
  const idWidth = Math.min(widest(["session", ...ids]), room - agentWidth);
  const line = (id: string, time: string, agent: string, numbers: readonly string[]) =>
    [
      "",
      padEnd(truncateMiddle(id, idWidth), idWidth),
      padEnd(time, when),
      padEnd(truncateMiddle(agent, agentWidth), agentWidth),
      ...numbers.map((number, at) => padStart(number, widths[at] ?? 0)),
    ].join(GAP);
  const lines = rows.map((_, at) =>
    line(ids[at] ?? "", times[at] ?? "", agents[at] ?? "", counts[at] ?? []),
  );
  const isCut = ids.some((id) => widthOf(id) > idWidth);
  return [
    line("session", "when", "agent", ["turns", "traces", "spans"]),
    ...lines,
    ...(isCut ? ["", "  Names in full:  assay sessions --output json"] : []),
  ];
}

function widest(texts: readonly string[]): number {
  return texts.reduce((most, text) => Math.max(most, widthOf(text)), 0);
}
