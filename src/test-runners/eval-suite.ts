import { checkOptionValues } from "../api/check-option-values.ts";
import type { AgentInput } from "../api/evaluate.ts";
import { checkOptions, checkTimeouts, countOption, cwdOf } from "../api/run-options.ts";
import { LONGEST_TIMER } from "../core/async/long-timer.ts";
import { UserFacingError } from "../core/errors.ts";
import { shortPath } from "../files/short-path.ts";
import { checkCaseIds } from "../project/eval-sets/check-case-ids.ts";
import type { EvalSetInput } from "../project/eval-sets/resolve-eval-sets.ts";
import { evalDefaults } from "../project/plan/eval-request.ts";
import { quarantinedCases, selectCases } from "../project/plan/plan-cases.ts";
import { plainError } from "./case-failure.ts";
import {
  type DescribeOptions,
  describeOptions,
  type SelectedSet,
  type SuiteCase,
} from "./eval-suite-plan.ts";
import { type SuiteRun, suiteRun } from "./eval-suite-run.ts";
import { type OpenedEvalSet, openEvalSets } from "./open-eval-sets.ts";

/**
 * Milliseconds that tests and hooks of a block have: as many as runners can wait for. Every case ends by deadlines of its own,
 * and how long it has waited for the others before is known to the run alone.
 */
export const RUNNER_TIMEOUT = LONGEST_TIMER;

/** What to evaluate, each by path or as it is. */
export interface SuiteRequest {
  readonly agent: AgentInput;
  readonly evalSet: SuiteSets;
  readonly options?: DescribeOptions | undefined;
}

type SuiteSets = EvalSetInput | readonly EvalSetInput[];

/** Everything a test runner needs to know about a block: its tests, and what to do in each. */
export interface EvalSuite extends SuiteRun {
  readonly title: string;
  readonly cases: readonly SuiteCase[];
  readonly concurrency: number;
}

/** The shared core of `describeEvals`: reads the sets now, and runs what is asked for as one run. */
export function evalSuite({ agent, evalSet, options = {} }: SuiteRequest): EvalSuite {
  withPlainErrors(() => checkSuiteOptions(options));
  const { name, ...given } = options;
  const { concurrency = evalDefaults.concurrency } = given;
  const sets = withPlainErrors(() => selectedSets(evalSet, given));
  return {
    title: name ?? titleOf(sets, evalSet),
    cases: sets.flatMap((set) => casesOf(set, sets.length > 1)),
    concurrency,
    ...suiteRun({ agent, sets, name, options: given }),
  };
}

/** Before any test is made of them: what is wrong then fails the file, and not each of its tests. */
function checkSuiteOptions(options: DescribeOptions): void {
  checkOptions("describeEvals", options, describeOptions);
  checkOptionValues(options);
  checkTimeouts(options.timeouts);
  for (const name of ["trials", "concurrency"] as const) {
    if (options[name] !== undefined) countOption(name, options[name]);
  }
}

/** While a test file is loaded, an error is all there is to say something by. */
function withPlainErrors<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw plainError(error);
  }
}

function selectedSets(
  evalSet: SuiteSets,
  { tags = [], cases, quarantined = false, cwd }: DescribeOptions,
): readonly SelectedSet[] {
  const only = cases === undefined ? undefined : new Set(cases);
  const opened = openEvalSets(evalSet, cwdOf({ cwd }));
  if (opened.length === 0) throw noEvalSet();
  const known = opened.flatMap(({ source }) => source.caseIds);
  checkCaseIds(known, cases ?? [], placeOf(opened, evalSet, cwdOf({ cwd })));
  const sets = opened
    .map(({ source, named }) => {
      const filter = { named, tags, only, quarantined: quarantined || new Set(cases) };
      return {
        source,
        selected: selectCases(source, filter),
        quarantined: quarantinedCases(source, filter),
      };
    })
    .filter((set) => set.selected.length + set.quarantined.length > 0);
  if (sets.length > 0) return sets;
  const what = tags.length > 0 ? `the tag ${tags.join(", ")}` : `the id ${cases?.join(", ")}`;
  throw new UserFacingError("eval-set/empty", `No case has ${what}.`, {
    hint: "Nothing evaluated is not a pass. See the cases with:  assay eval-set show FILE",
  });
}

/** What a command would find it by, where there is one file. */
function placeOf(opened: readonly OpenedEvalSet[], evalSet: SuiteSets, cwd: string): string {
  const [first, ...others] = opened.map(({ source }) => source.path);
  return first === undefined || others.length > 0
    ? titleOf(opened, evalSet)
    : shortPath(first, cwd);
}

function noEvalSet(): UserFacingError {
  return new UserFacingError("eval-set/not-found", "describeEvals was given no eval set.", {
    hint: "Write describeEvals(agent, evalSet): a file, a folder or the set itself.",
  });
}

function titleOf(sets: readonly Pick<SelectedSet, "source">[], evalSet: SuiteSets): string {
  const [first, ...others] = sets;
  if (others.length > 0 && typeof evalSet === "string") return evalSet;
  const names = sets.map(({ source }) => source.header.name ?? source.header.evalSetId);
  return first === undefined ? "evals" : names.join(", ");
}

function casesOf(
  { source, selected, quarantined }: SelectedSet,
  several: boolean,
): readonly SuiteCase[] {
  const { evalSetId } = source.header;
  const running = new Set(selected);
  const reasons = new Map(quarantined.map(({ evalId, reason }) => [evalId, reason]));
  return source.caseIds.flatMap((evalId, index) => {
    const quarantine = running.has(index) ? undefined : reasons.get(evalId);
    if (!running.has(index) && quarantine === undefined) return [];
    const tags = source.tagsOf(index).map((tag) => ` #${tag}`);
    const why = quarantine === undefined ? "" : ` (quarantined: ${quarantine})`;
    const title = `${several ? `${evalSetId}: ` : ""}${evalId}${tags.join("")}${why}`;
    return [{ title, evalSetId, evalId, quarantine }];
  });
}
