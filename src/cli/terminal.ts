import { writeSync } from "node:fs";
import type { Terminal } from "./command.ts";

/** The terminal of this process, and what became of it. */
export interface OwnTerminal extends Terminal {
  /** Why what was written did not arrive, as on a full disk. A reader that went away (`| head`) is no error. */
  failure(): NodeJS.ErrnoException | undefined;
}

/** The two streams of this process, as they were before any agent could touch them. */
export function openTerminal(): OwnTerminal {
  const { stdout, stderr, env } = process;
  // as it is now: agents may put another in its place
  const writeDirectly = writeSync;
  const out = stdout.write.bind(stdout);
  const err = stderr.write.bind(stderr);
  const plain = (env.NO_COLOR !== undefined && env.NO_COLOR !== "") || env.FORCE_COLOR === "0";
  const forced = env.FORCE_COLOR !== undefined && env.FORCE_COLOR !== "0";
  const dumb = env.TERM === "dumb";
  const colourOn = (stream: NodeJS.WriteStream) =>
    !plain && (forced || (stream.isTTY === true && !dumb));
  let failure: NodeJS.ErrnoException | undefined;
  for (const stream of [stdout, stderr]) {
    stream.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code !== "EPIPE") failure ??= error;
    });
  }
  return {
    failure: () => failure,
    write: (text) => void out(text),
    warn: (text) => void err(text),
    writeNow: (text) => void writeDirectly(2, text),
    interactive: stdout.isTTY === true && !dumb,
    colour: colourOn(stdout),
    errorColour: colourOn(stderr),
    columns: stdout.columns ?? 80,
  };
}
