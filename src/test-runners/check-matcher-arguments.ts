import { isObject, shown } from "../core/schema/parse-context.ts";
import { nearest } from "../core/text/nearest.ts";

/*
 * What a matcher is asked for, for tests that no compiler checks. Each mistake is an error: an answer of no would be green
 * behind `not`.
 */

export function checkScoreArguments(metric: unknown, atLeast: unknown): void {
  if (typeof metric !== "string") {
    throw new TypeError(`toScore was given ${shown(metric)}; the name of a metric was expected.`);
  }
  if (typeof atLeast === "number" && !Number.isNaN(atLeast)) return;
  throw new TypeError(`toScore was given ${shown(atLeast)} as a bound; a number was expected.`);
}

export function checkResponseArguments(reference: unknown, options: unknown): void {
  const list: readonly unknown[] = Array.isArray(reference) ? reference : [reference];
  if (list.length === 0 || !list.every((each) => typeof each === "string")) {
    throw new TypeError(
      `toMatchResponse was given ${shown(reference)}; a string or an array of strings was expected.`,
    );
  }
  checkKeys("toMatchResponse", options, ["threshold"]);
  const { threshold = 0 } = options as { readonly threshold?: unknown };
  if (typeof threshold === "number" && threshold >= 0 && threshold <= 1) return;
  throw new TypeError(
    `toMatchResponse was given ${shown(threshold)} as a threshold; a number from 0 to 1 was expected.`,
  );
}

export function checkTrajectoryArguments(expected: unknown, options: unknown): void {
  checkCalls(expected);
  checkKeys("toFollowTrajectory", options, ["matchType", "ignoreArgs"]);
  const { ignoreArgs = false } = options as { readonly ignoreArgs?: unknown };
  if (typeof ignoreArgs === "boolean") return;
  throw new TypeError(
    `toFollowTrajectory was given ${shown(ignoreArgs)} as ignoreArgs; true or false was expected.`,
  );
}

function checkCalls(expected: unknown): void {
  if (!Array.isArray(expected)) {
    throw new TypeError(`toFollowTrajectory was given ${shown(expected)}; a list was expected.`);
  }
  const list: readonly unknown[] = expected;
  const lists = list.filter((each) => Array.isArray(each));
  if (lists.length > 0 && lists.length < list.length) {
    throw new TypeError("toFollowTrajectory was given calls beside turns; use one or the other.");
  }
  for (const call of list.flat()) checkCall(call);
}

/** Calls that were recorded have an id, which is not compared. */
const callKeys: readonly string[] = ["name", "args", "id"];

function checkCall(call: unknown): void {
  if (typeof call === "string") return;
  if (!isObject(call) || typeof call.name !== "string") {
    throw new TypeError(
      `toFollowTrajectory was given ${shown(call)} as a call; a name, or an object with a name, was expected.`,
    );
  }
  // such a call would be compared by its name, whatever its arguments were meant to be
  const strange = Object.keys(call).find((key) => !callKeys.includes(key));
  if (call.args === undefined && strange !== undefined) {
    throw new TypeError(
      `The call of ${call.name} has "${strange}", which means nothing. Its arguments stand under args.`,
    );
  }
  if (call.args !== undefined && !isObject(call.args)) {
    throw new TypeError(
      `The args of ${call.name} are ${shown(call.args)}; an object was expected.`,
    );
  }
}

export function checkGateArguments(conditions: unknown, options: unknown): void {
  const list: readonly unknown[] = Array.isArray(conditions) ? conditions : [conditions];
  if (list.length === 0 || !list.every((each) => typeof each === "string")) {
    throw new TypeError(
      `toPassGate was given ${shown(conditions)}; a gate such as "pass-rate > 0.9", or an array of them, was expected.`,
    );
  }
  checkKeys("toPassGate", options, ["by", "baseline"]);
  const { by } = options as { readonly by?: unknown };
  if (by === undefined || by === "bound" || by === "point") return;
  throw new TypeError(`toPassGate was given ${shown(by)} as by; "bound" or "point" was expected.`);
}

export function checkNoWorseArguments(margin: unknown, metric: unknown): void {
  if (typeof margin !== "number" || !(margin >= 0)) {
    throw new TypeError(
      `toBeNoWorseThan was given ${shown(margin)} as a margin; a number from 0 was expected.`,
    );
  }
  if (metric === undefined || (typeof metric === "string" && metric.trim() !== "")) return;
  throw new TypeError(
    `toBeNoWorseThan was given ${shown(metric)}; the name of a metric was expected.`,
  );
}

function checkKeys(matcher: string, options: unknown, known: readonly string[]): void {
  if (!isObject(options)) {
    throw new TypeError(`${matcher} was given ${shown(options)} for its options.`);
  }
  const strange = Object.keys(options).find((key) => !known.includes(key));
  if (strange === undefined) return;
  const near = nearest(strange, known);
  const hint = near === undefined ? `There are ${known.join(", ")}.` : `Did you mean ${near}?`;
  throw new TypeError(`${matcher} has no option "${strange}". ${hint}`);
}
