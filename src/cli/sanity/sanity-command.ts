import { UserFacingError } from "../../core/errors.ts";
import { ExitCode } from "../../core/verdict.ts";
import { cleanLine } from "../../reporters/text/clean-text.ts";
import { type AgentSanity, checkSanity, type SetSanity } from "../../trust/sanity.ts";
import { dollarsOption, isOn, judgeCheckOption, textOption } from "../arguments/read-options.ts";
import type { CommandInput } from "../command.ts";
import { type JobInput, paidJobCommand } from "../paid-job-command.ts";
import { reportWaiting } from "../text/report-waiting.ts";

/** `assay sanity`: is a set able to tell a good agent from one that does nothing? */
export function sanityCommand(input: CommandInput): Promise<number> {
  const name = (asked: CommandInput) => asked.arguments.join(" ");
  const spec = { kind: "sanity", command: "assay sanity", name } as const;
  return paidJobCommand(input, spec, sanity);
}

async function sanity(input: JobInput): Promise<number> {
  const { options, terminal, cwd, stop, signal } = input;
  if (input.arguments.length === 0) {
    throw new UserFacingError("cli/usage", "assay sanity needs EVALSET.", {
      hint: "Eval set files or folders of them:  assay sanity evals/",
    });
  }
  const sets = await checkSanity({
    cwd,
    evalSets: input.arguments,
    configFilePath: textOption(options, "config_file_path"),
    project: input.project?.path,
    judgeModel: textOption(options, "judge_model"),
    baseUrl: textOption(options, "base_url"),
    maxCost: dollarsOption(options, "max_cost"),
    judgeCheck: judgeCheckOption(options),
    stop,
    signal,
    openJob: input.openJob,
    onWaiting: reportWaiting(terminal),
  });
  if (stop.aborted) return ExitCode.interrupted;
  terminal.write(
    isOn(options, "json")
      ? `${JSON.stringify(sets, null, 2)}\n`
      : `${sets.map((set) => setLines(set).join("\n")).join("\n\n")}\n`,
  );
  if (sets.some(({ verdict }) => verdict === "not sane")) return ExitCode.failed;
  const isWhole = sets.every(({ verdict }) => verdict === "sane");
  return isWhole ? ExitCode.passed : ExitCode.incomplete;
}

const SHOWN = 5;

function setLines(set: SetSanity): readonly string[] {
  const { evalSetId, cases, scenarios, agents, hints, verdict } = set;
  const left = scenarios === 0 ? "" : `, ${scenarios} of them scenarios, which no agent can know`;
  return [
    `${cleanLine(evalSetId)}  ${cases} ${cases === 1 ? "case" : "cases"}${left}`,
    ...agents.flatMap(agentLines),
    ...shortened(hints).map((hint) => `  hint     ${hint}`),
    `  ${verdictText[verdict]}`,
  ];
}

const verdictText = {
  sane: "Sane: it tells an agent that does what is expected from one that does nothing.",
  "not sane": "Not sane: see above.",
  "not evaluated": "Not enough evidence yet: some cases could not be evaluated.",
} as const;

function agentLines(result: AgentSanity): readonly string[] {
  const { agent, passed, failed, notEvaluated, expected, holds, against } = result;
  const of = passed + failed + notEvaluated;
  const open = notEvaluated === 0 ? "" : `, ${notEvaluated} not evaluated`;
  const word = holds === undefined ? "open" : holds ? "ok" : "NOT OK";
  const first = `  ${agent.padEnd(9)}passes ${passed} of ${of}${open} (${expected} expected)  ${word}`;
  if (holds === true) return [first];
  const cases = against.map(({ evalId, why }) =>
    cleanLine(why === undefined ? evalId : `${evalId}  ${why}`),
  );
  return [first, ...shortened(cases).map((line) => `             ${line}`)];
}

function shortened(lines: readonly string[]): readonly string[] {
  const more = lines.length - SHOWN;
  return more > 0 ? [...lines.slice(0, SHOWN), `and ${more} more`] : lines;
}
