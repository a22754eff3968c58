import type { CaseMatch, NoMatch } from "../../traces/matching/match-case.ts";

/** Why a conversation has no case, in the words of this API; undefined where it has one. */
export function unmatchedReason(match: CaseMatch): string | undefined {
  return match.evalCase === undefined ? reasons[match.why] : undefined;
}

const reasons: Readonly<Record<NoMatch, string>> = {
  "no-match": "no matching eval case",
  ambiguous: "ambiguous eval case",
  "no-user-text": "no user input to match",
  "unknown-case": "eval case not found",
  "not-named": "no eval case is named",
  "no-more-cases": "no matching eval case",
  "no-eval-set": "no eval set provided",
  "other-set": "another eval set is named",
  "no-turns": "no turns to match",
};
