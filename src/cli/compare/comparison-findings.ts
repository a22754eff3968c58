import type { Comparison, RunsCompared } from "../../core/analysis/comparison.ts";
import type { GateResult } from "../../core/analysis/gate.ts";
import { shellWord } from "../../core/text/shell-word.ts";
import {
  type ComparisonDrawing,
  comparisonLines,
} from "../../reporters/comparison/comparison-lines.ts";
import {
  comparisonMarkdown,
  runsMarkdown,
} from "../../reporters/comparison/comparison-markdown.ts";
import { costQualityLines } from "../../reporters/comparison/cost-quality-lines.ts";
import { storeWords } from "../../reporters/text/next-text.ts";
import { paint } from "../../reporters/text/paint.ts";
import type { Findings } from "../report-findings.ts";
import { timeText } from "../text/time-text.ts";

interface Told {
  readonly gates: readonly GateResult[];
  /** How a run is called on the command line. */
  readonly nameOf: (runId: string) => string;
}

/** What a comparison comes to, in every form that it can be asked for. */
export function comparisonFindings(
  compared: Comparison | RunsCompared,
  { gates, nameOf }: Told,
): Findings {
  const own = { gates, nameOf, timeOf: timeText };
  return {
    lines: (drawing) => linesOf(compared, { ...drawing, ...own }),
    json: { ...compared, ...(gates.length === 0 ? {} : { gates }) },
    markdown: (say) => {
      const drawing = { ...own, say, paint: paint(false), columns: 100 };
      return "runs" in compared
        ? runsMarkdown(compared, drawing)
        : comparisonMarkdown(compared, drawing);
    },
  };
}

function linesOf(
  compared: Comparison | RunsCompared,
  drawing: ComparisonDrawing,
): readonly string[] {
  if ("runs" in compared) {
    return [
      ...costQualityLines(compared, drawing),
      ...compared.comparisons.flatMap((each) => comparisonLines(each, drawing)),
      "",
    ];
  }
  return [...comparisonLines(compared, drawing), "", ...nextLines(compared, drawing)];
}

/** The first case that broke is what somebody looks at next. */
function nextLines({ b, cases }: Comparison, drawing: ComparisonDrawing): readonly string[] {
  const { nameOf, say } = drawing;
  const [first] = cases;
  if (first === undefined) return [];
  const evalId = shellWord(say.line(first.evalId));
  return [
    `  Look closer:  assay runs show ${nameOf(b.runId)} --case ${evalId}${storeWords(drawing)}`,
  ];
}
