import type { SessionListing, TraceStore } from "../../core/traces/trace-store.ts";
import { ExitCode } from "../../core/verdict.ts";
import { sessionConversation } from "../../project/traces/session-conversation.ts";
import { cleanLine } from "../../reporters/text/clean-text.ts";
import { padEnd, widthOf } from "../../reporters/text/text-width.ts";
import { choiceOption, isOn } from "../arguments/read-options.ts";
import type { CommandInput } from "../command.ts";
import { timeText } from "../text/time-text.ts";
import { withSessions } from "./open-sessions.ts";

/** `assay sessions`: what was received, in the order it began. */
export async function sessionsCommand(input: CommandInput): Promise<number> {
  const { options, terminal } = input;
  const output = choiceOption(options, "output", ["json"]);
  const rows = await withSessions(input, async (store) => {
    const sessions = await store.sessions();
    const shown = sessions.filter(({ isAgent }) => isAgent || isOn(options, "all"));
    const listed: SessionRow[] = [];
    for (const session of shown) listed.push(await rowOf(store, session));
    return listed;
  });
  const text = output === "json" ? JSON.stringify(rows, null, 2) : tableLines(rows).join("\n");
  terminal.write(`${text}\n`);
  return ExitCode.passed;
}

interface SessionRow {
  readonly id: string;
  readonly agent: string | null;
  readonly traces: number;
  readonly spans: number;
  readonly turns: number;
  readonly startedAt: string | null;
  readonly endedAt: string | null;
  readonly golden: boolean;
}

async function rowOf(store: TraceStore, session: SessionListing): Promise<SessionRow> {
  const { id, traceIds, spanCount, firstStart, lastEnd, golden } = session;
  const { turns, readings } = await sessionConversation(store, id);
  const service = readings[0]?.tree.spans[0]?.resource.attributes["service.name"];
  const agent = turns.find(({ agentName }) => agentName !== undefined)?.agentName;
  return {
    id,
    agent: agent ?? (typeof service === "string" ? service : null),
    traces: traceIds.length,
    spans: spanCount,
    turns: turns.length,
    startedAt: timeOf(firstStart),
    endedAt: timeOf(lastEnd),
    golden,
  };
}

/** The last moment that a date can tell. */
const LAST = 8_640_000_000_000_000n;

function timeOf(nanoseconds: bigint | undefined): string | null {
  if (nanoseconds === undefined) return null;
  const milliseconds = nanoseconds / 1_000_000n;
  return new Date(Number(milliseconds < LAST ? milliseconds : LAST)).toISOString();
}

function tableLines(rows: readonly SessionRow[]): readonly string[] {
  if (rows.length === 0)
    return ["  There are no sessions here yet. Receive some with:  assay serve"];
  const cells = rows.map((row) => [
    `${cleanLine(row.id)}${row.golden ? " (golden)" : ""}`,
    row.startedAt === null ? "" : timeText(row.startedAt),
    cleanLine(row.agent ?? ""),
    String(row.turns),
    String(row.traces),
    String(row.spans),
  ]);
  const all = [["session", "when", "agent", "turns", "traces", "spans"], ...cells];
  const widths = all[0]?.map((_, at) => Math.max(...all.map((row) => widthOf(row[at] ?? ""))));
  return all.map((row) =>
    `  ${row.map((cell, at) => padEnd(cell, widths?.[at] ?? 0)).join("  ")}`.trimEnd(),
  );
}
