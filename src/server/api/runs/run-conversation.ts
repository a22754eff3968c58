import { isAbsolute, relative } from "node:path";
import { z } from "zod";
import { attributionFold } from "../../../analysis/faults/attribute-failures.ts";
import type { Finding } from "../../../analysis/faults/fault.ts";
import { caseKeyOf } from "../../../core/folds/case-key.ts";
import type { MatrixRow } from "../../../core/folds/matrix.ts";
import type { RunSummary } from "../../../core/folds/run-summary.ts";
import type { CallEndEvent, CaseResult } from "../../../core/run.ts";
import { fileOfSet } from "../../../project/history/file-of-set.ts";
import { findRun } from "../../../project/history/finding/find-run.ts";
import { knownLabels } from "../judges/known-labels.ts";
import { type SaidOfAnswer, saidOfConversation } from "../judges/said-of-conversation.ts";
import { route } from "../route.ts";
import { setId } from "../sets/set-files.ts";
import type { CaseFigures } from "./cases/case-figures.ts";
import { type CaseNeighbours, caseNeighbours } from "./cases/case-neighbours.ts";
import { findConversation } from "./find-conversation.ts";
import { rubricTexts } from "./rubric-texts.ts";

export const runConversation = route({
  summary:
    "One conversation of a run, whole: what was said and done, what was expected, every metric with its evidence.",
  query: z.object({
    /** May be left out where only one set of the run has the case. */
    set: z.string().default(""),
    case: z.string(),
    trial: z.coerce.number().int().min(0).default(0),
  }),
  reply: z.object({
    result: z.custom<CaseResult>(),
    /** Model calls of ours for it: judges, simulated users and tools. */
    calls: z.array(z.custom<CallEndEvent>()).readonly(),
    trials: z.number(),
    /** The case over all its trials. */
    row: z.custom<MatrixRow>(),
    figures: z.custom<CaseFigures>(),
    neighbours: z.custom<CaseNeighbours>(),
    /** What the rubrics of its config ask, by their ids. */
    rubrics: z.record(z.string(), z.string()),
    /** Whose doing it was that it did not pass. */
    fault: z.custom<Finding>().optional(),
    /** By metric: what a judge said of single answers, and what a person did. */
    judged: z.record(z.string(), z.array(z.custom<SaidOfAnswer>()).readonly()),
    /** The eval set, as addresses call it; undefined where its file lies elsewhere, or there is none. */
    setId: z.string().optional(),
  }),
  async handle({ params, query, parts, setTag }) {
    const runId = await findRun(parts.runs, params.run, { cwd: parts.cwd });
    const { result, calls, summary, row, tag } = await findConversation(runId, query, parts);
    const { matrix, figures, seq } = await parts.views.open(runId);
    const { about } = summary;
    const { labels, tag: labelled } = await knownLabels(parts);
    // its neighbours change as long as the run goes on, and people may label at any time
    setTag(`${tag}-${seq}-${labelled}`);
    const ofSet = about.sets.find(({ evalSetId }) => evalSetId === result.evalSetId);
    const file = ofSet?.path;
    const ownSet = file && idOfSet(fileOfSet(about, file, parts.cwd), parts.agentsFolder);
    const fault = result.status === "passed" ? undefined : faultOf(result, summary);
    return {
      result,
      calls,
      trials: about.trials,
      row,
      figures: figures(caseKeyOf(result)),
      rubrics: rubricTexts(ofSet),
      neighbours: caseNeighbours(matrix.rows, result),
      judged: saidOfConversation(result, about, labels),
      ...(fault && { fault }),
      ...(ownSet && { setId: ownSet }),
    };
  },
});

function idOfSet(file: string, agentsFolder: string): string | undefined {
  const path = relative(agentsFolder, file);
  return path.startsWith("..") || isAbsolute(path) ? undefined : setId(path);
}

function faultOf(result: CaseResult, { about }: RunSummary): Finding | undefined {
  const fold = attributionFold({ about, cases: [result] });
  fold.add(result);
  return fold.attributions().cases[0];
}
