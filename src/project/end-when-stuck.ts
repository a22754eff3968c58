import { ungated } from "../agents/gate-process.ts";
import { ExitCode } from "../core/verdict.ts";
import { doingNow, stuckText } from "./stuck-code.ts";
import { type MainThreadWatch, watchMainThread } from "./watch-main-thread.ts";

let users = 0;
let thread: MainThreadWatch | undefined;

/**
 * For what no other process can go on with: code that never lets go of the process cannot be ended without it, so the
 * process ends, with an exit code that nobody takes for success and the name of the case. Several runs of one process
 * share it.
 */
export function endWhenStuck(turnSeconds: number): () => void {
  users += 1;
  // starting a thread for each of many small runs would cost more than they do
  thread ??= watchMainThread((seconds) => {
    const stuck = doingNow(seconds);
    const what =
      stuck === undefined
        ? `Something that was loaded computed for ${seconds} s without a pause.`
        : `${stuck.evalId}: ${stuckText(stuck)}`;
    ungated.writeSync(2, `\nerror  ${what} The process ends here.\n`);
    return ExitCode.failed;
  });
  thread.watch(turnSeconds);
  return () => {
    users -= 1;
    if (users === 0) thread?.pause();
  };
}
