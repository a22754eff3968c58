import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { type GateOutcome, type GateResult, gatesOutcome } from "../core/analysis/gate.ts";
import { UserFacingError } from "../core/errors.ts";
import type { RunTable } from "../core/folds/run-table.ts";
import type { CaseResult } from "../core/run.ts";
import { isObject, shown } from "../core/schema/parse-context.ts";
import { gatesOfConversations } from "../project/gates/gates-of-conversations.ts";
import { findRun } from "../project/history/finding/find-run.ts";
import { readCases } from "../project/history/load-run.ts";
import { readRunTable } from "../project/history/read-run-table.ts";
import { readSavedRun } from "../project/history/read-saved-run.ts";
import { checkOptionValues } from "./check-option-values.ts";
import { guardFloatingPromise } from "./guard-floating-promise.ts";
import { checkOptions, cwdOf, type RunOptions, withStore } from "./run-options.ts";
import { conversationsOf, type RunResult } from "./run-result.ts";
import { tableOfConversations, tableOfResult } from "./table-of-result.ts";

/** A run that is at hand, the id or name of one in the store (or a commit, branch or tag), or a file that `save` wrote. */
type RunLike = RunResult | string | URL;

/** By what a run is held against its gates. */
export interface GateOptions extends Pick<RunOptions, "store" | "cwd"> {
  /** The end of the 95 % interval ("bound", unless given), or the estimate itself, as ADK does ("point"). */
  readonly by?: "bound" | "point" | undefined;
  /** What `no-worse` compares with. */
  readonly baseline?: RunLike | undefined;
}

/** How a run stands to its gates: each of them, and all together. */
export interface GateReport {
  /** One that is not met decides; one that is undecided leaves all undecided. */
  readonly outcome: GateOutcome;
  /** True when every gate is met. */
  readonly passed: boolean;
  readonly gates: readonly GateResult[];
}

/**
 * Holds a run against what it must show as a whole. Nothing is run, asked or written.
 *
 * @example
 * const { passed, gates } = await gate(run, ["pass-rate > 0.9", "no-worse 0.02"], { baseline: "main" });
 */
export function gate(
  run: RunLike,
  conditions: string | readonly string[],
  options: GateOptions = {},
): Promise<GateReport> {
  return guardFloatingPromise("gate(…)", async () => {
    checkCall(run, conditions, options);
    const { baseline } = options;
    const held = await runAtHand(run, options);
    const before = baseline === undefined ? undefined : await runAtHand(baseline, options);
    return reportOf(gateRun(held, conditions, { by: options.by, baseline: before?.table }));
  });
}

interface RunAtHand {
  readonly table: RunTable;
  readonly conversations: Iterable<CaseResult>;
}

/** The same at once, for a run that is at hand. */
export function gateResult(
  run: RunResult,
  conditions: string | readonly string[],
  { by, baseline }: { readonly by?: GateOptions["by"]; readonly baseline?: RunResult | undefined },
): GateReport {
  checkCall(run, conditions, { by, baseline });
  const held = { table: tableOfResult(run), conversations: conversationsOf(run) };
  const before = baseline === undefined ? undefined : tableOfResult(baseline);
  return reportOf(gateRun(held, conditions, { by, baseline: before }));
}

function gateRun(
  run: RunAtHand,
  conditions: string | readonly string[],
  { by = "bound", baseline }: { by?: GateOptions["by"]; baseline?: RunTable | undefined },
): readonly GateResult[] {
  return gatesOfConversations({ ...run, gates: { conditions: [conditions].flat(), by }, baseline });
}

function reportOf(gates: readonly GateResult[]): GateReport {
  const outcome = gatesOutcome(gates);
  return { outcome, passed: outcome === "met", gates };
}

async function runAtHand(run: RunLike, options: GateOptions): Promise<RunAtHand> {
  if (typeof run === "object" && !(run instanceof URL)) {
    return { table: tableOfResult(run), conversations: conversationsOf(run) };
  }
  const cwd = cwdOf(options);
  const named = run instanceof URL ? fileURLToPath(run) : run;
  const path = resolve(cwd, named);
  if (existsSync(path)) {
    const { summary, cases } = await readSavedRun(path);
    const conversations = await Array.fromAsync(cases());
    return { table: tableOfConversations(summary, conversations), conversations };
  }
  return await withStore(options, async (store) => {
    const runId = await findRun(store, named, { cwd });
    const conversations = await Array.fromAsync(readCases(store, runId));
    return { table: await readRunTable(store, runId), conversations };
  });
}

/** For programs that no compiler checks: a slip must not pass as something that was left out. */
function checkCall(run: unknown, conditions: unknown, options: GateOptions): void {
  if (!isRunLike(run)) throw noRun(run);
  if (options.baseline !== undefined && !isRunLike(options.baseline)) throw noRun(options.baseline);
  const list: readonly unknown[] = [conditions].flat();
  if (list.length === 0 || !list.every((each) => typeof each === "string")) {
    throw new UserFacingError("gate/invalid", `gate was given ${shown(conditions)} as its gates.`, {
      hint: 'Write them as texts:  gate(run, ["pass-rate > 0.9", "cost < 2"])',
    });
  }
  checkOptions("gate", options, ["by", "baseline", "store", "cwd"]);
  const { by, store, cwd } = options;
  checkOptionValues({ gateBy: by, store, cwd });
}

function isRunLike(run: unknown): boolean {
  if (typeof run === "string") return run !== "";
  return run instanceof URL || (isObject(run) && isObject(run.about) && Array.isArray(run.trials));
}

function noRun(given: unknown): UserFacingError {
  return new UserFacingError("run/not-found", `${shown(given)} is no run.`, {
    hint: "Give the result of evaluate or score, a file that save wrote, or the id of a run.",
  });
}
