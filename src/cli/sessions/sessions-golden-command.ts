import { resolve } from "node:path";
import { UserFacingError } from "../../core/errors.ts";
import type { EvalSet } from "../../core/eval-set.ts";
import { ExitCode } from "../../core/verdict.ts";
import { writeEvalSet } from "../../eval-sets/write-eval-set.ts";
import { writeNew } from "../../files/write-new.ts";
import { maskedCase } from "../../project/traces/case-from-trace.ts";
import {
  findSession,
  goldenSet,
  sessionConversation,
} from "../../project/traces/session-conversation.ts";
import { cleanLine } from "../../reporters/text/clean-text.ts";
import { isOn, textOption } from "../arguments/read-options.ts";
import type { CommandInput } from "../command.ts";
import { withSessions } from "./open-sessions.ts";

/** `assay sessions golden`: what this session did is what others should do. */
export async function sessionsGoldenCommand(input: CommandInput): Promise<number> {
  const { options, terminal, cwd } = input;
  const [id = ""] = input.arguments;
  const to = textOption(options, "to");
  return await withSessions(input, async (store) => {
    await findSession(store, id);
    if (isOn(options, "remove")) {
      await store.markGolden(id, false);
      terminal.write(`Session ${cleanLine(id)} is golden no longer.\n`);
      return ExitCode.passed;
    }
    const set = goldenSet(id, await sessionConversation(store, id), Date.now() / 1000);
    if (to !== undefined && !(await writeNew(resolve(cwd, to), writeEvalSet(masked(set))))) {
      throw new UserFacingError("eval-set/exists", `${to} exists already.`, {
        hint: "Name another file, or remove it first. Nothing was changed.",
      });
    }
    await store.markGolden(id, true);
    const count = set.evalCases[0]?.conversation?.length ?? 0;
    const turns = count === 1 ? "1 turn" : `${count} turns`;
    terminal.write(`Session ${cleanLine(id)} is golden: ${turns}.\n`);
    if (to !== undefined) terminal.write(`Wrote ${cleanLine(to)}.\n`);
    return ExitCode.passed;
  });
}

/** A file is shared, and no key of ours belongs into it. */
function masked(set: EvalSet): EvalSet {
  return { ...set, evalCases: set.evalCases.map((each) => maskedCase(each).evalCase) };
}
