import { shownMask } from "../project/run/secrets/run-secrets.ts";
import type { Terminal } from "./command.ts";

/** The last gate: reports are masked before they are drawn, so that nothing is cut in two; this is for all the rest. */
export function maskTerminal(terminal: Terminal): Terminal {
  return {
    ...terminal,
    write: (text) => terminal.write(shownMask().text(text)),
    warn: (text) => terminal.warn(shownMask().text(text)),
    writeNow: (text) => terminal.writeNow(shownMask().text(text)),
  };
}
