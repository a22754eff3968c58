import { setImmediate } from "../../core/async/own-timers.ts";
import { withoutCommands } from "../text/clean-text.ts";

/** Lines that stay, and under them, on a terminal, one that is rewritten. */
export interface Screen {
  print(line: string): void;
  /** Redraws the changing line, at most ten times a second. */
  status(text: () => string): void;
  /** Removes the changing line and writes out what is buffered. */
  clear(): void;
}

export function screen(options: {
  write(text: string): void;
  readonly interactive: boolean;
  now(): number;
}): Screen {
  let buffered = "";
  let scheduled: NodeJS.Immediate | undefined;
  let drawn = false;
  let drawnAt = Number.NEGATIVE_INFINITY;

  const flush = () => {
    if (scheduled !== undefined) clearImmediate(scheduled);
    scheduled = undefined;
    if (buffered !== "") options.write(buffered);
    buffered = "";
  };
  const add = (text: string) => {
    buffered += text;
    if (buffered.length > 16_384) flush();
    // a write for each line would cost more than the line itself when cases end by the thousand
    else scheduled ??= setImmediate(flush);
  };
  const erase = () => {
    if (drawn) add(eraseLine);
    drawn = false;
  };
  return {
    print(line) {
      erase();
      add(`${withoutCommands(line)}\n`);
    },
    status(text) {
      if (!options.interactive) return;
      const now = options.now();
      if (now - drawnAt < 100) return;
      drawnAt = now;
      erase();
      add(text());
      drawn = true;
    },
    clear() {
      erase();
      flush();
    },
  };
}

const eraseLine = "\r\x1b[2K";
