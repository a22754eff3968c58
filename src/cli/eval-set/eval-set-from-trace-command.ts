import { existsSync } from "node:fs";
import { basename, resolve } from "node:path";
import { loadEnvFile } from "../../agents/loading/load-env-file.ts";
import { rememberEnv } from "../../agents/secrets/known-secrets.ts";
import { UserFacingError } from "../../core/errors.ts";
import type { EvalCase, EvalSet } from "../../core/eval-set.ts";
import { ExitCode } from "../../core/verdict.ts";
import { editCases, editFile } from "../../eval-sets/editing/edit-eval-set.ts";
import { writeEvalSet } from "../../eval-sets/write-eval-set.ts";
import { writeNew } from "../../files/write-new.ts";
import {
  caseFromTrace,
  maskedCase,
  type NamedConversation,
  namedConversations,
} from "../../project/traces/case-from-trace.ts";
import { conversationsOf } from "../../project/traces/conversation-source.ts";
import { readTraceFiles } from "../../project/traces/read-trace-files.ts";
import { contentVariable } from "../../project/traces/trace-problems.ts";
import { cleanLine } from "../../reporters/text/clean-text.ts";
import type { TraceConversation } from "../../traces/conversations/group-traces.ts";
import type { CommandInput } from "../command.ts";
import { printNotes } from "../print-notes.ts";
import { traceTask } from "../score/trace-task.ts";

/** `assay eval-set from-trace`: every conversation becomes a case, whose references are what the agent did. */
export async function evalSetFromTraceCommand(input: CommandInput): Promise<number> {
  const { cwd, terminal } = input;
  const out = input.arguments.at(-1) ?? "";
  checkNames(input, out);
  // keys of this folder must not get into a file that is shared
  rememberEnv(cwd, loadEnvFile(cwd, {}));
  const { conversations, problems, warnings } = await findConversations(input);
  const cases: EvalCase[] = [];
  for (const { id, conversation } of conversations) {
    const made = caseFromTrace(id, conversation, Date.now() / 1000);
    if (made === undefined) {
      problems.push(`${id} is left out: ${whyNot(conversation)}`);
      continue;
    }
    const { evalCase, isMasked } = maskedCase(made);
    cases.push(evalCase);
    if (isMasked) problems.push(`${id} said a secret, which is not written.`);
  }
  if (cases.length === 0) {
    throw new UserFacingError(
      "trace/empty",
      "The traces contain no conversation to make a case of.",
      {
        hint: problems[0] ?? "Has the exporter been flushed before the program ended?",
      },
    );
  }
  const written = await addCases(resolve(cwd, out), out, cases);
  printNotes(input, [...problems, ...warnings]);
  for (const evalId of written.skipped) {
    terminal.warn(
      `note   ${cleanLine(out)} has a case '${cleanLine(evalId)}' already; it stays.\n`,
    );
  }
  const count = cases.length - written.skipped.length;
  const what = count === 1 ? "1 case" : `${count} cases`;
  terminal.write(`${written.isNew ? "Wrote" : "Added"} ${what} to ${cleanLine(out)}.\n`);
  return problems.length === 0 ? ExitCode.passed : ExitCode.incomplete;
}

function checkNames({ arguments: named }: CommandInput, out: string): void {
  if (named.length < 2) {
    throw new UserFacingError(
      "cli/usage",
      "assay eval-set from-trace needs a TRACE and an eval set.",
      {
        hint: "The last name is the eval set:  assay eval-set from-trace trace.json new.evalset.json",
      },
    );
  }
  if (!out.endsWith(".json")) {
    throw new UserFacingError("cli/usage", `The last name, ${out}, is no eval set.`, {
      hint: "Its name ends in .json, as in new.evalset.json.",
    });
  }
}

interface Found {
  readonly conversations: readonly NamedConversation[];
  /** What was lost. */
  readonly problems: string[];
  readonly warnings: readonly string[];
}

async function findConversations(input: CommandInput): Promise<Found> {
  const { cwd } = input;
  const named = input.arguments.slice(0, -1);
  const task = traceTask({ ...input, arguments: named });
  if (task === undefined) {
    throw new UserFacingError("file/unreadable", `There is no trace ${named.join(", ")}.`, {
      hint: "Name files that exist; the last name is the eval set to write.",
    });
  }
  const { files, format, groupBy = "conversation" } = task;
  const { traces, problems, warnings, close } = await readTraceFiles(files, { format, cwd });
  try {
    const conversations = namedConversations(conversationsOf(traces, { groupBy }));
    return { conversations, problems: [...problems], warnings };
  } finally {
    close();
  }
}

function whyNot(conversation: TraceConversation): string {
  const why =
    conversation.turns.length === 0
      ? "no span tells what an agent said or did, or of a call to a model."
      : "it does not say what the user said.";
  return `${why} Have content recorded:  ${contentVariable(conversation)}`;
}

interface Written {
  readonly isNew: boolean;
  /** Ids that were there already. */
  readonly skipped: readonly string[];
}

async function addCases(path: string, name: string, cases: readonly EvalCase[]): Promise<Written> {
  const evalSetId = basename(path).replace(/(?:\.evalset|\.test)?\.json$/, "");
  const creationTimestamp = Date.now() / 1000;
  const set: EvalSet = { evalSetId, name: evalSetId, evalCases: cases, creationTimestamp };
  if (!existsSync(path) && (await writeNew(path, writeEvalSet(set)))) {
    return { isNew: true, skipped: [] };
  }
  let skipped: readonly string[] = [];
  const change = ({ evalCases }: EvalSet) => {
    const taken = new Set(evalCases.map(({ evalId }) => evalId));
    skipped = cases.flatMap(({ evalId }) => (taken.has(evalId) ? [evalId] : []));
    return [...evalCases, ...cases.filter(({ evalId }) => !taken.has(evalId))];
  };
  await editFile(path, (text) => editCases(text, change, name), name);
  return { isNew: false, skipped };
}
