import { UserFacingError } from "../../core/errors.ts";
import { ExitCode } from "../../core/verdict.ts";
import {
  type Acceptance,
  type AcceptancePlan,
  planAcceptance,
  type TurnChange,
  writeAcceptance,
} from "../../project/history/accept-run.ts";
import { secretsOf } from "../../project/history/agent-of-run.ts";
import { findRun } from "../../project/history/finding/find-run.ts";
import { loadRun } from "../../project/history/load-run.ts";
import { cleanLine } from "../../reporters/text/clean-text.ts";
import { type Paint, paint } from "../../reporters/text/paint.ts";
import { type SafeText, safeText } from "../../reporters/text/safe-text.ts";
import { wrap } from "../../reporters/text/text-width.ts";
import { callText } from "../../reporters/text/trajectory-text.ts";
import { countOption, isOn, textOption } from "../arguments/read-options.ts";
import type { CommandInput } from "../command.ts";
import { wrapText } from "../help-text.ts";
import { withRuns } from "../open-runs.ts";
import { askYesNo } from "../text/ask-yes-no.ts";

/** `assay accept`: what an agent did becomes what is expected of it, once somebody has looked at the difference. */
export async function acceptCommand(input: CommandInput): Promise<number> {
  const { terminal, options, cwd } = input;
  const [run = "", ...cases] = input.arguments;
  const trial = textOption(options, "trial");
  return withRuns(input, async (store) => {
    const loaded = await loadRun(store, await findRun(store, run, { cwd }));
    const secrets = await secretsOf(loaded.summary.about, cwd);
    const plan = await planAcceptance(loaded, {
      cases,
      trial: trial === undefined ? undefined : countOption(options, "trial", 1),
      secrets,
      cwd,
    });
    const look = {
      say: safeText(secrets),
      paint: paint(terminal.colour),
      columns: Math.min(120, Math.max(60, terminal.columns)),
    };
    for (const file of plan.files) terminal.write(`${fileLines(file, look).join("\n")}\n`);
    for (const why of plan.leftOut) {
      terminal.warn(`note   ${wrapText(`Left out: ${cleanLine(why)}`, 7)}\n`);
    }
    return settle(plan, input);
  });
}

async function settle(plan: AcceptancePlan, input: CommandInput): Promise<number> {
  const { terminal, options } = input;
  if (plan.files.every((file) => file.changes.length === 0)) {
    terminal.write(`${nothingToAccept(plan)}\n`);
    return plan.leftOut.length === 0 ? ExitCode.passed : ExitCode.userError;
  }
  if (!isOn(options, "yes") && !(await agreed(input))) {
    terminal.warn("Nothing was written.\n");
    return ExitCode.userError;
  }
  await writeAcceptance(plan);
  for (const { name, changes } of plan.files) {
    const count = new Set(changes.map((each) => each.evalId)).size;
    if (count === 0) continue;
    const what = count === 1 ? "1 case" : `${count} cases`;
    terminal.write(`Wrote ${cleanLine(name)}: new references for ${what}.\n`);
  }
  return ExitCode.passed;
}

function nothingToAccept({ files, leftOut }: AcceptancePlan): string {
  if (files.length > 0) return "The references say already what the agent did.";
  return leftOut.length > 0
    ? "There is nothing that can be accepted."
    : "Every case passed, so there is nothing to accept.\nName a case to take its answers anyway.";
}

async function agreed({ terminal }: CommandInput): Promise<boolean> {
  if (!terminal.interactive || !process.stdin.isTTY) {
    throw new UserFacingError("cli/usage", "Accepting needs a yes, and nobody can be asked.", {
      hint: "Look at the difference above, then add --yes. Nothing was written.",
    });
  }
  return askYesNo("Take these as the new references? [y/N] ");
}

interface Look {
  readonly say: SafeText;
  readonly paint: Paint;
  readonly columns: number;
}

function fileLines({ name, changes }: Acceptance, look: Look): readonly string[] {
  if (changes.length === 0) return [];
  return ["", `  ${cleanLine(name)}`, ...changes.flatMap((each) => changeLines(each, look))];
}

function changeLines(change: TurnChange, look: Look): readonly string[] {
  const { evalId, turn, turns, answer, calls, responses, state } = change;
  const { say } = look;
  const where = turn === undefined || turns === 1 ? "" : `, turn ${turn + 1} of ${turns}`;
  const pair = <T>(
    label: string,
    both: { readonly before: T; readonly after: T } | undefined,
    lines: (one: T) => readonly string[],
  ) => (both === undefined ? [] : sides(label, lines(both.before), lines(both.after), look));
  return [
    "",
    `    ${look.paint.strong(say.line(evalId))}${where}`,
    ...pair("answer", answer, (text) => say.lines(text ?? "(none)")),
    ...pair("calls", calls, (list) => orNone(list, "(no call)", (call) => callText(call, say))),
    ...pair("tool responses", responses, (list) =>
      orNone(list, "(none)", ({ name, response }) =>
        say.line(`${name ?? "a tool"}: ${JSON.stringify(response)}`),
      ),
    ),
    ...pair("final session state", state, (all) =>
      orNone(Object.entries(all), "(empty)", ([key, value]) =>
        say.line(`${key}: ${JSON.stringify(value)}`),
      ),
    ),
  ];
}

function orNone<T>(list: readonly T[], none: string, line: (one: T) => string): readonly string[] {
  return list.length === 0 ? [none] : list.map(line);
}

function sides(
  label: string,
  before: readonly string[],
  after: readonly string[],
  { paint: colour, columns }: Look,
): readonly string[] {
  const isList = label !== "answer";
  const kept = new Set(isList ? before.filter((line) => after.includes(line)) : []);
  const lines = (sign: string, texts: readonly string[], tint: (text: string) => string) =>
    texts
      .filter((text) => !kept.has(text))
      .flatMap((text) => wrap(text, columns - 10))
      .map((line, at) => tint(`        ${at === 0 || isList ? sign : " "} ${line}`.trimEnd()));
  return [
    `      ${colour.quiet(label)}`,
    ...lines("−", before, colour.bad),
    ...lines("+", after, colour.good),
  ];
}
