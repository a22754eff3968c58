import { ExitCode } from "../../core/verdict.ts";
import { type RedteamReport, redteamJudge } from "../../trust/redteam-judge.ts";
import { isOn, shareOption, textOption } from "../arguments/read-options.ts";
import type { CommandInput } from "../command.ts";
import { type JobInput, paidJobCommand } from "../paid-job-command.ts";
import { reportWaiting } from "../text/report-waiting.ts";
import { judgeInputs, judgeRequest } from "./judge-request.ts";
import { redteamText } from "./redteam-text.ts";

/** `assay judge redteam`: what gets past a judge. */
export function judgeRedteamCommand(input: CommandInput): Promise<number> {
  const name = (asked: CommandInput) => textOption(asked.options, "judge_model") ?? "judge";
  const spec = { kind: "redteam", command: "assay judge redteam", name } as const;
  return paidJobCommand(input, spec, redteam);
}

async function redteam(input: JobInput): Promise<number> {
  const { options, terminal, stop, signal } = input;
  const request = await judgeRequest(input);
  const most = shareOption(options, "max_passes") ?? 0;
  const onWaiting = reportWaiting(terminal);
  const job = await input.openJob(judgeInputs(input, request));
  const report = await redteamJudge({ ...request, stop, signal, onWaiting, job });
  // half of the questions are no measure of anything
  if (stop.aborted) return ExitCode.interrupted;
  job.keepReport(report);
  terminal.write(
    isOn(options, "json") ? `${JSON.stringify(report, null, 2)}\n` : redteamText(report),
  );
  return exitOf(report, most);
}

/**
 * Wrong answers that pass are a failure. A judge that hardly decides, or that was not asked all, has shown nothing, unless
 * so many got through that the others cannot make up for them.
 */
function exitOf({ passes, notAsked, asked }: RedteamReport, most: number): number {
  const share = passes.value ?? 0;
  if (share * passes.of > most * asked) return ExitCode.failed;
  if (passes.of <= asked / 2 || notAsked > 0) return ExitCode.incomplete;
  return share > most ? ExitCode.failed : ExitCode.passed;
}
