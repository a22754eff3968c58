import { UserFacingError } from "../core/errors.ts";
import { plainError } from "./case-failure.ts";
import { evalDefaults } from "./eval-request.ts";
import { type GivenEvalSet, openEvalSets } from "./open-eval-sets.ts";
import { selectCases } from "./plan-cases.ts";
import type {
  DescribeOptions,
  GivenAgent,
  GivenConfig,
  SelectedSet,
  SuiteCase,
} from "./suite-plan.ts";
import { type SuiteRun, suiteRun } from "./suite-run.ts";

/** Everything a test runner needs to know about a block: its tests, and what to do in each. */
export interface EvalSuite extends SuiteRun {
  readonly title: string;
  readonly cases: readonly SuiteCase[];
  /** Milliseconds after which a test is surely stuck; each case ends by its own deadline before. */
  readonly testTimeout: number;
  readonly concurrency: number;
}

/** What to evaluate, each by path or as it is. */
export interface SuiteRequest {
  readonly agent: GivenAgent;
  readonly evalSet: GivenEvalSet;
  readonly config?: GivenConfig | undefined;
  readonly options?: DescribeOptions | undefined;
}

/** The shared core of `describeEvals`: reads the sets now, and runs what is asked for as one run. */
export function evalSuite({ agent, evalSet, config, options = {} }: SuiteRequest): EvalSuite {
  const cwd = options.cwd ?? process.cwd();
  const { trials = evalDefaults.trials, concurrency = evalDefaults.concurrency } = options;
  const timeouts = { ...evalDefaults.timeouts, ...options.timeouts };
  const sets = selectedSets(evalSet, options.tags ?? [], cwd);
  return {
    title: options.name ?? titleOf(sets, evalSet),
    cases: sets.flatMap((set) => casesOf(set, sets.length > 1)),
    testTimeout: trials * timeouts.case * 1000 + 30_000,
    concurrency,
    ...suiteRun({ agent, sets, config, options, trials, concurrency, timeouts, cwd }),
  };
}

function selectedSets(
  evalSet: GivenEvalSet,
  tags: readonly string[],
  cwd: string,
): readonly SelectedSet[] {
  try {
    const sets = openEvalSets(evalSet, cwd)
      .map(({ source, named }) => ({ source, selected: selectCases(source, { named, tags }) }))
      .filter(({ selected }) => selected.length > 0);
    if (sets.length > 0) return sets;
    throw new UserFacingError("eval-set/empty", `No case has the tag ${tags.join(", ")}.`, {
      hint: "Nothing evaluated is not a pass. See the cases with:  assay eval-set show FILE",
    });
  } catch (error) {
    throw plainError(error);
  }
}

function titleOf(sets: readonly SelectedSet[], evalSet: GivenEvalSet): string {
  const [only, ...others] = sets;
  if (others.length > 0 || only === undefined) return String(evalSet);
  return only.source.header.name ?? only.source.header.evalSetId;
}

function casesOf({ source, selected }: SelectedSet, several: boolean): readonly SuiteCase[] {
  const { evalSetId } = source.header;
  return selected.map((index) => {
    const evalId = source.caseIds[index] ?? "";
    const tags = source.tagsOf(index).map((tag) => ` #${tag}`);
    const title = `${several ? `${evalSetId}: ` : ""}${evalId}${tags.join("")}`;
    return { title, evalSetId, evalId };
  });
}
