import { z } from "zod";
import type { ComparedConversation } from "../../../core/analysis/comparison.ts";
import { UserFacingError } from "../../../core/errors.ts";
import type { CaseResult } from "../../../core/run.ts";
import { compareConversations } from "../../../project/comparison/compare-conversations.ts";
import { findRun } from "../../../project/history/finding/find-run.ts";
import { readCases } from "../../../project/history/load-run.ts";
import { route } from "../route.ts";
import type { ServerParts } from "../server-parts.ts";

const query = z.object({
  a: z.string(),
  b: z.string(),
  set: z.string(),
  case: z.string(),
});

export const compareCase = route({
  summary: "One case in two runs: the same trial of both, turn by turn, with their calls aligned.",
  query,
  reply: z.object({ conversation: z.custom<ComparedConversation>() }),
  async handle({ query: asked, parts, setTag }) {
    const position = await parts.runs.position();
    const inA = await conversationsOf(asked.a, asked, parts);
    const inB = await conversationsOf(asked.b, asked, parts);
    const conversation = compareConversations(inA, inB);
    if (conversation !== undefined) {
      setTag(`${position}`);
      return { conversation };
    }
    const where = inA.length > 0 ? "B" : inB.length > 0 ? "A" : "A and B";
    throw new UserFacingError(
      "eval-set/unknown-case",
      `There is no finished conversation of ${asked.case} in ${where}.`,
      { hint: "Without both there is nothing to lay beside each other." },
    );
  },
});

async function conversationsOf(
  named: string,
  { set, case: evalId }: z.output<typeof query>,
  { runs, views, cwd }: ServerParts,
): Promise<readonly CaseResult[]> {
  const runId = await findRun(runs, named, { cwd });
  const { matrix } = await views.open(runId);
  const row = matrix.rows.find((each) => each.evalSetId === set && each.evalId === evalId);
  if (row === undefined) return [];
  const found = await Array.fromAsync(readCases(runs, runId, [row.index]));
  return found.filter((each) => each.evalSetId === set && each.evalId === evalId);
}
