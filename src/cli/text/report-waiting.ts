import { cleanLine } from "../../reporters/text/clean-text.ts";
import type { Terminal } from "../command.ts";

/** A plain line on standard error for whatever is waited for before there is a progress line to say it. */
export function reportWaiting(terminal: Pick<Terminal, "warn">): (what: string) => void {
  return (what) => terminal.warn(`  … ${cleanLine(what)}\n`);
}
