import { createInterface } from "node:readline";

/** Asks on the terminal. Anything but a yes is a no, also when the input ends or Ctrl-C is pressed. */
export function askYesNo(question: string): Promise<boolean> {
  const lines = createInterface({ input: process.stdin, output: process.stdout });
  return new Promise((resolve) => {
    lines.on("close", () => resolve(false));
    lines.question(question, (answer) => {
      resolve(/^y(es)?$/i.test(answer.trim()));
      lines.close();
    });
  });
}
