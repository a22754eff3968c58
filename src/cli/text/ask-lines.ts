import { createInterface } from "node:readline";
import type { Ask } from "../init/init-questions.ts";

/** How long an answer from a pipe may take; a pipe that nobody writes to must not block us for ever. */
const PIPE_WAIT_MS = 5_000;

interface Questions {
  readonly ask: Ask;
  readonly interrupted: AbortSignal;
  close(): void;
}

/**
 * Questions on standard error, answers from standard input: typed, or piped a line each. Where input ends, the defaults of
 * what is left are taken; after Ctrl-C `interrupted` is aborted and the question is rejected.
 */
export function askLines(input: NodeJS.ReadStream = process.stdin): Questions {
  const typed = input.isTTY === true;
  const lines = createInterface({
    input,
    output: typed ? process.stderr : undefined,
    terminal: typed,
  });
  const interrupt = new AbortController();
  const waiting: ((line: string | undefined) => void)[] = [];
  const arrived: string[] = [];
  let ended = false;
  lines.on("line", (line) => {
    const next = waiting.shift();
    if (next === undefined) arrived.push(line);
    else next(line);
  });
  lines.once("close", () => {
    ended = true;
    for (const next of waiting.splice(0)) next(undefined);
  });
  lines.once("SIGINT", () => {
    interrupt.abort();
    process.stderr.write("\n");
    lines.close();
  });

  function nextLine(): Promise<string | undefined> {
    const line = arrived.shift();
    if (line !== undefined || ended) return Promise.resolve(line);
    return new Promise((resolve) => {
      const timer = typed ? undefined : setTimeout(() => lines.close(), PIPE_WAIT_MS);
      waiting.push((said) => {
        clearTimeout(timer);
        resolve(said);
      });
    });
  }
  return {
    async ask(question, fallback) {
      const hint = fallback === "" ? "" : ` (${fallback})`;
      const before = `${question}${hint}: `.split("\n");
      const prompt = before.pop() ?? "";
      if (typed && !ended) {
        for (const line of before) process.stderr.write(`${line}\n`);
        lines.setPrompt(prompt);
        lines.prompt();
      }
      const line = await nextLine();
      interrupt.signal.throwIfAborted();
      const said = line?.trim() ?? "";
      // a pipe has no echo, and a log should read like a conversation
      if (!typed && line !== undefined) process.stderr.write(`${prompt}${said}\n`);
      return said === "" ? fallback : said;
    },
    interrupted: interrupt.signal,
    close: () => lines.close(),
  };
}
