import { UserFacingError } from "../../core/errors.ts";
import { plural } from "../../core/text/plural.ts";
import { shortId } from "../../core/text/short-id.ts";
import { ExitCode } from "../../core/verdict.ts";
import { type CopiedRun, copyRuns } from "../../project/store-copy/copy-runs.ts";
import { copySessions } from "../../project/store-copy/copy-sessions.ts";
import { cleanLine } from "../../reporters/text/clean-text.ts";
import { storePlace } from "../../stores/store-place.ts";
import type { CommandInput } from "../command.ts";
import { withBoth } from "./with-both.ts";

/** `assay store copy`: exit code 3 where something was left out. */
export async function storeCopyCommand(input: CommandInput): Promise<number> {
  const [given, wanted] = input.arguments;
  const [from, to] = [storePlace(given, input), storePlace(wanted, input)];
  if (from === to) {
    throw new UserFacingError("cli/usage", "FROM and TO are the same store.", {
      hint: "Give two:  assay store copy .assay/assay.db postgres://eval@db/assay",
    });
  }
  let left = 0;
  const leave = (what: string) => {
    left += 1;
    input.terminal.warn(`left out  ${what}\n`);
  };
  await withBoth(from, { onDamage: leave }, (source) =>
    withBoth(to, { onDamage: () => {}, isNew: true }, async (target) => {
      const runs = { copied: 0, there: 0 };
      for await (const { runId, was } of copyRuns(source.runs, target.runs)) {
        if (was === "copied" || was === "there") runs[was] += 1;
        else leave(whyLeft(runId, was));
      }
      const sessions = { copied: 0, there: 0 };
      for await (const { was } of copySessions(source.traces, target.traces)) sessions[was] += 1;
      input.terminal.write(`${said("run", runs)}\n${said("session", sessions)}\n`);
    }),
  );
  return left === 0 ? ExitCode.passed : ExitCode.incomplete;
}

function said(what: string, { copied, there }: Record<"copied" | "there", number>): string {
  return `${plural(copied, what)} copied, ${there} there already.`;
}

function whyLeft(runId: string, was: Exclude<CopiedRun["was"], "copied" | "there">): string {
  const name = cleanLine(shortId(runId));
  return was === "busy"
    ? `run ${name}: it is being written; copy again when it has ended`
    : `run ${name}: the other store has it too, and says more of it or something else`;
}
