import type { Reporter } from "../../core/reporter.ts";
import type { Secret } from "../../core/secrets/secret-mask.ts";
import { secretsOf } from "../../project/history/agent-of-run.ts";
import { programContext } from "../../reporters/reporter-context.ts";
import { terminalReporter } from "../../reporters/terminal/terminal-reporter.ts";

/** Prints a run as the command would. What must not be shown is known when the agent is loaded. */
export function printingReporter(cwd: string): Reporter {
  let inner: Reporter = {};
  return {
    async onStart(run, place) {
      inner = terminalFor(cwd, await secretsOf(run.about, cwd));
      await inner.onStart?.(run, place);
    },
    onEvent: (event, run) => inner.onEvent?.(event, run),
    onCase: (result, run) => inner.onCase?.(result, run),
    onEnd: (run, cases) => inner.onEnd?.(run, cases),
  };
}

function terminalFor(cwd: string, secrets: readonly Secret[]): Reporter {
  const columns = process.stdout.columns ?? 100;
  return terminalReporter(programContext({ columns, verbose: true, cwd, secrets }));
}
