/**
 * One text for one case of a run. The length tells where the set's id ends: ids may contain anything, and two cases under
 * one key would be one case.
 */
export function caseKeyOf({ evalSetId, evalId }: { evalSetId: string; evalId: string }): string {
  return `${evalSetId.length} ${evalSetId}\n${evalId}`;
}
