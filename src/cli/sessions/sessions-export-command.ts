import { ExitCode } from "../../core/verdict.ts";
import { findSession } from "../../project/traces/session-conversation.ts";
import { reportOutput } from "../../reporters/report-output.ts";
import { cleanLine } from "../../reporters/text/clean-text.ts";
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
    const output = reportOutput(to, { cwd, out: terminal.write });
    await output.check();
    await output.write(async (write) => {
      for await (const span of store.spans(id)) await write(`${spanLine(span)}\n`);
      for await (const log of store.logs(id)) await write(`${logLine(log)}\n`);
    });
    if (to !== undefined) terminal.write(`Wrote ${cleanLine(to)}.\n`);
    return ExitCode.passed;
  });
}
