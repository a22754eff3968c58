/** How far the samples of one judge agree with each other. */
export interface SelfConsistency {
  /** Chance that two samples of one question say the same. */
  readonly pairwiseAgreement: number;
  readonly flipRate: number;
  /** Share of questions on which all samples say the same. */
  readonly unanimous: number;
  /** Questions with two samples or more: the others show nothing here. */
  readonly of: number;
}

export function selfConsistency(votes: readonly (readonly boolean[])[]): SelfConsistency | null {
  const asked = votes.filter((each) => each.length > 1);
  if (asked.length === 0) return null;
  let agreement = 0;
  let unanimous = 0;
  for (const each of asked) {
    const yes = each.filter(Boolean).length;
    const no = each.length - yes;
    const pairs = (each.length * (each.length - 1)) / 2;
    agreement += (yes * (yes - 1) + no * (no - 1)) / 2 / pairs;
    if (yes === 0 || no === 0) unanimous += 1;
  }
  const pairwiseAgreement = agreement / asked.length;
  return {
    pairwiseAgreement,
    flipRate: 1 - pairwiseAgreement,
    unanimous: unanimous / asked.length,
    of: asked.length,
  };
}
