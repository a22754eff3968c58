import type { CaseSettings } from "../../core/case-settings.ts";
import type { EvalCase } from "../../core/eval-set.ts";
import { toolCallsOf } from "../../core/invocation.ts";
import { isObject, type ParseContext } from "../../core/schema/parse-context.ts";
import { snakeCase } from "../../core/text/key-case.ts";
import { nearest } from "../../core/text/nearest.ts";

type Source = Readonly<Record<string, unknown>>;

/** Settings that say how calls are compared with those that a written conversation expects. */
const comparing = [
  "matchType",
  "ignoreArgs",
  "args",
  "forbiddenTools",
  "optionalTools",
  "namesOnly",
] as const satisfies readonly (keyof CaseSettings)[];

/** Our settings by the names people give them, whether or not they remember where they belong. */
const settingKeys: ReadonlySet<string> = new Set([
  ...comparing.map(snakeCase),
  "tags",
  "thresholds",
  "cluster",
  "timeout_seconds",
  "skip",
  "quarantine",
  "turns",
]);

/** What stands in a case and cannot have an effect: an error under our own key, a remark elsewhere. `source` is the case as it was written. */
export function checkSettings(read: EvalCase, source: Source, context: ParseContext): void {
  if (read.extras !== undefined) warnAboutStrays(read.extras, context);
  if (read.assay === undefined || !isObject(source.assay)) return;
  context.path.push("assay");
  checkQuarantine(read.assay, context);
  if (read.conversation === undefined) checkScenario(read.assay, source.assay, context);
  else {
    checkArgs(read, context);
    checkNamesOnly(read, source.assay, context);
    warnAboutForbidden(read, source.assay, context);
  }
  context.path.pop();
}

/** Keys of a set that belong elsewhere. ADK passes over them, so only our own is an error. */
export function checkSetKeys(extras: Source, context: ParseContext): void {
  for (const key of Object.keys(extras)) {
    const snake = snakeCase(key);
    context.path.push(key);
    if (key === "assay") {
      context.problem('A set has no key "assay".', {
        hint: 'Settings stand in each case, under its own "assay"; those for all cases belong in the config.',
        mark: "key",
      });
    } else if (snake === "rubrics" || snake === "rubric" || settingKeys.has(snake)) {
      const where = snake.startsWith("rubric")
        ? "Write it into each case, or into the criterion of a rubric metric in the config."
        : `Write "assay": {"${snake}": …} into each case, or use the config.`;
      context.warn(`"${key}" means nothing on a set.`, { hint: where, mark: "key" });
    } else if (caseKeys.has(snake)) {
      const hint = "Write it into each case.";
      context.warn(`"${key}" means nothing on a set.`, { hint, mark: "key" });
    }
    context.path.pop();
  }
}

const caseKeys: ReadonlySet<string> = new Set([
  "conversation",
  "conversation_scenario",
  "user_simulator",
  "session_input",
  "final_session_state",
]);

function warnAboutStrays(extras: Source, context: ParseContext): void {
  for (const key of Object.keys(extras)) {
    const snake = snakeCase(key);
    context.path.push(key);
    if (settingKeys.has(snake)) {
      const hint = `Write "assay": {"${snake}": …}.`;
      context.warn(`"${key}" means nothing outside of "assay".`, { hint, mark: "key" });
    } else if (snake === "user_simulator") {
      const hint = "Remove one of them, or make two cases.";
      context.warn(`"${key}" means nothing beside "conversation".`, { hint, mark: "key" });
    }
    context.path.pop();
  }
}

/** Nobody can end a quarantine of which nobody knows why it began. */
function checkQuarantine({ quarantine }: CaseSettings, context: ParseContext): void {
  if (quarantine === undefined || quarantine.trim() !== "") return;
  context.path.push("quarantine");
  context.problem("A quarantine says why.", {
    hint: 'Write, for example, "quarantine": "flaky since the API changed", or remove the key.',
  });
  context.path.pop();
}

function checkScenario(settings: CaseSettings, written: Source, context: ParseContext): void {
  for (const setting of comparing) {
    const value = settings[setting];
    if (value === undefined || (typeof value === "object" && Object.keys(value).length === 0))
      continue;
    const key = spelling(written, setting);
    context.path.push(key);
    const hint =
      setting === "forbiddenTools"
        ? 'Use the metric single_tool_use for it: {"tool": "…", "max": 0}.'
        : "Remove it; metrics that judge the tool use of a whole conversation need no reference.";
    context.problem(`A scenario expects no calls, so "${key}" compares nothing.`, {
      hint,
      mark: "key",
    });
    context.path.pop();
  }
}

function expectedTools({ conversation = [] }: EvalCase): ReadonlySet<string> {
  return new Set(conversation.flatMap(toolCallsOf).flatMap(({ name }) => name ?? []));
}

/** Matchers are looked up by the name of an expected call, so one for any other tool is never asked. */
function checkArgs(read: EvalCase, context: ParseContext): void {
  if (read.assay?.args === undefined) return;
  const expected = expectedTools(read);
  context.path.push("args");
  for (const tool of Object.keys(read.assay.args)) {
    if (tool === "*" ? expected.size > 0 : expected.has(tool)) {
      warnAboutArguments(read, tool, context);
      continue;
    }
    context.path.push(tool);
    const about = { hint: hintFor(tool, expected), mark: "key" } as const;
    // for all tools and none expected: a template, not a slip
    if (tool === "*") context.warn("No turn of this case expects a call of any tool.", about);
    else context.problem(`No turn of this case expects a call of the tool "${tool}".`, about);
    context.path.pop();
  }
  context.path.pop();
}

function hintFor(tool: string, expected: ReadonlySet<string>): string {
  const near = nearest(tool, expected);
  if (near !== undefined) return `Did you mean "${near}"?`;
  const known = [...expected].join(", ");
  return known === ""
    ? "Remove the matchers, or write the expected calls."
    : `It expects ${known}.`;
}

/** An argument that only the agent gives may have a matcher, so only a likely slip is reported. */
function warnAboutArguments(read: EvalCase, tool: string, context: ParseContext): void {
  const calls = (read.conversation ?? [])
    .flatMap(toolCallsOf)
    .filter(({ name }) => tool === "*" || name === tool);
  const known = new Set(calls.flatMap(({ args }) => Object.keys(args ?? {})));
  const matched = new Set(Object.keys(read.assay?.args?.[tool] ?? {}));
  for (const argument of matched) {
    if (argument === "*" || known.has(argument)) continue;
    const near = nearest(argument, known);
    // where both have a matcher they are two arguments
    if (near === undefined || matched.has(near)) continue;
    context.path.push(tool, argument);
    context.warn(`No expected call has an argument "${argument}".`, {
      hint: `Did you mean "${near}"? If not, it is compared only where the agent gives it.`,
      mark: "key",
    });
    context.path.length -= 2;
  }
}

function checkNamesOnly(
  { assay, conversation = [] }: EvalCase,
  written: Source,
  context: ParseContext,
) {
  if (!("names_only" in written) && !("namesOnly" in written)) return;
  context.path.push(spelling(written, "namesOnly"));
  for (const [turn, places] of Object.entries(assay?.namesOnly ?? {})) {
    const invocation = conversation[Number(turn)];
    const calls = invocation === undefined ? 0 : toolCallsOf(invocation).length;
    const bad = places.find((place) => place < 0 || place >= calls);
    if (invocation !== undefined && bad === undefined) continue;
    context.path.push(turn);
    const what = invocation === undefined ? `no turn ${turn}` : `no call ${bad} in turn ${turn}`;
    context.problem(`The case has ${what}.`, { hint: "Both are counted from 0.", mark: "key" });
    context.path.pop();
  }
  context.path.pop();
}

function warnAboutForbidden(read: EvalCase, written: Source, context: ParseContext): void {
  const forbidden = read.assay?.forbiddenTools ?? [];
  if (forbidden.length === 0) return;
  const expected = expectedTools(read);
  for (const [place, tool] of forbidden.entries()) {
    if (!expected.has(tool)) continue;
    context.path.push(spelling(written, "forbiddenTools"), place);
    context.warn(`The case expects a call of "${tool}" and forbids it, so it can never pass.`, {
      hint: "Remove one of the two.",
    });
    context.path.length -= 2;
  }
}

function spelling(written: Source, camel: string): string {
  return camel in written ? camel : snakeCase(camel);
}
