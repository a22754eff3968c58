import { resolve } from "node:path";
import { ExitCode } from "../../core/verdict.ts";
import { writeWhole } from "../../files/write-whole.ts";
import { findSession } from "../../project/traces/session-conversation.ts";
import { logLine, spanLine } from "../../traces/formats/write-otlp-json.ts";
import { textOption } from "../arguments/read-options.ts";
import type { CommandInput } from "../command.ts";
import { withSessions } from "./open-sessions.ts";

/** `assay sessions export`: a session as any OTLP backend, and assay score, read it. */
export async function sessionsExportCommand(input: CommandInput): Promise<number> {
  const { options, terminal, cwd } = input;
  const [id = ""] = input.arguments;
  const to = textOption(options, "to");
  return await withSessions(input, async (store) => {
    await findSession(store, id);
    const lines: string[] = [];
    for await (const span of store.spans(id)) lines.push(spanLine(span));
    for await (const log of store.logs(id)) lines.push(logLine(log));
    const text = lines.map((line) => `${line}\n`).join("");
    if (to === undefined) terminal.write(text);
    else {
      await writeWhole(resolve(cwd, to), text);
      terminal.write(`Wrote ${to}.\n`);
    }
    return ExitCode.passed;
  });
}
