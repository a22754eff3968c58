import type { RunStore } from "../../core/run-store.ts";
import { secretMask } from "../../core/secrets/secret-mask.ts";
import { secretsOf } from "../../project/history/agent-of-run.ts";
import type { LoadedRun } from "../../project/history/load-run.ts";
import { runTraces } from "../../project/otel/run-traces.ts";
import { reportOutput } from "../../reporters/report-output.ts";
import { safeText } from "../../reporters/text/safe-text.ts";
import { spansExport } from "../../traces/formats/write-otlp-json.ts";
import { listOption } from "../arguments/read-options.ts";
import type { CommandInput } from "../command.ts";
import { namedCases } from "./named-cases.ts";

/** A run's conversations as any OTLP backend, and `assay score`, read them: JSON lines, a conversation a line. */
export async function exportTraces(
  run: LoadedRun,
  store: RunStore,
  input: CommandInput,
  file: string | undefined,
): Promise<void> {
  const wanted = listOption(input.options, "case");
  const indexes =
    wanted.length === 0 ? undefined : namedCases(run, wanted).map(({ index }) => index);
  const secrets = await secretsOf(run.summary.about, input.cwd);
  const { json } = safeText(secrets);
  const output = reportOutput(file, { cwd: input.cwd, out: input.terminal.write });
  await output.check();
  await output.write(async (write) => {
    const traces = runTraces(store, run.summary, { mask: secretMask(secrets), indexes });
    for await (const spans of traces) await write(`${json(spansExport(spans))}\n`);
  });
}
