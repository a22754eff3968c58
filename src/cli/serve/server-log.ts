import type { AuditEntry } from "../../core/team/team-store.ts";
import { cleanLine } from "../../reporters/text/clean-text.ts";
import { choiceOption } from "../arguments/read-options.ts";
import type { CommandInput } from "../command.ts";

type LogFields = Readonly<Record<string, string | number | boolean | null>>;

/** What a server says while it runs: to people in sentences, to programs one line of JSON each. */
export interface ServerLog {
  readonly isJson: boolean;
  /** That it listens, and where. */
  listening(text: string, fields: LogFields): void;
  /** Something that its keeper should know. */
  warn(text: string): void;
  /** Who did what, and who was refused. People see refusals; the others are in the audit log. */
  audit(entry: AuditEntry): void;
  /** For programs alone. */
  event(name: string, fields: LogFields): void;
}

export function serverLog({ options, terminal }: CommandInput): ServerLog {
  const isJson = choiceOption(options, "log", ["text", "json"]) === "json";
  const line = (level: "info" | "warn", event: string, fields: LogFields) =>
    terminal.write(
      `${JSON.stringify({ time: new Date().toISOString(), level, event, ...fields })}\n`,
    );
  return {
    isJson,
    listening(text, fields) {
      if (isJson) line("info", "listening", fields);
      else terminal.write(text);
    },
    warn(text) {
      if (isJson) line("warn", "warning", { message: text.trim() });
      else terminal.warn(text);
    },
    audit(entry) {
      const { at, ...facts } = entry;
      const level = facts.outcome === "done" ? "info" : "warn";
      if (isJson) line(level, "audit", facts);
      else if (facts.outcome === "refused") terminal.warn(`refused  ${refusalText(entry)}\n`);
    },
    event(name, fields) {
      if (isJson) line("info", name, fields);
    },
  };
}

function refusalText({ who, action, address, note }: AuditEntry): string {
  const by = who === "" ? "" : ` by ${who}`;
  return cleanLine(`${action}${by} from ${address}: ${note}`);
}
