import { whenSpoiled } from "../../../agents/isolation/built-ins.ts";
import { ungated } from "../../../agents/isolation/gate-process.ts";
import { turnScope } from "../../../agents/recording/turn-scope.ts";
import { ExitCode } from "../../../core/verdict.ts";
import { doingNow, type Stuck, stuckText } from "./stuck-code.ts";
import { type MainThreadWatch, watchMainThread } from "./watch-main-thread.ts";

let users = 0;
let thread: MainThreadWatch | undefined;
let unspoil: (() => void) | undefined;

/**
 * For what no other process can go on with: code that never lets go of the process, or that changes for good what
 * everything is computed with, cannot be ended without it. So the process ends, with an exit code that nobody mistakes for
 * success and the name of the case. Several runs of one process share it.
 */
export function endWhenStuck(turnSeconds: number): () => void {
  users += 1;
  // starting a thread for each of many small runs would cost more than they do
  thread ??= watchMainThread((seconds) => {
    if (users > 0) say(doingNow(seconds), `computed for ${seconds} s without a pause.`);
    else sayLeft(seconds);
    return ExitCode.failed;
  });
  thread.watch(turnSeconds);
  unspoil ??= whenSpoiled(endSpoiled);
  return () => {
    users -= 1;
    if (users > 0) return;
    thread?.watchLeft();
    unspoil?.();
    unspoil = undefined;
  };
}

/** Without what lists and promises are made of nothing comes to an end by itself. Nothing that can be replaced is used here. */
function endSpoiled(what: string, isAddition: boolean): void {
  if (isAddition) return;
  const doing = doingNow(0);
  const stuck = doing === undefined ? undefined : { ...doing, changed: what };
  say(stuck, `changed ${what} for good.`);
  ungated.reallyExit(ExitCode.failed);
}

/** All verdicts were given before, so this is nobody's verdict; but a program that hangs tells nobody anything. */
function sayLeft(seconds: number): void {
  const evalId = turnScope.getStore()?.doing?.evalId;
  const whose = evalId === undefined ? "" : ` (of case ${evalId})`;
  ungated.writeSync(
    2,
    `\nerror  Code that an agent or metric of a finished run left behind${whose} computed for ${seconds} s without a pause. The process ends here.\n`,
  );
}

function say(stuck: Stuck | undefined, did: string): void {
  const text =
    stuck === undefined
      ? `Something that was loaded ${did}`
      : `${stuck.evalId}: ${stuckText(stuck)}`;
  ungated.writeSync(2, `\nerror  ${text} The process ends here.\n`);
}
