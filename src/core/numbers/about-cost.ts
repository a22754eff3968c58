/** What something may cost, in words, before it is known. */
export function aboutCost(dollars: number | undefined): string {
  if (dollars === undefined) return "its price is not known";
  if (dollars > 0 && dollars < 0.01) return "less than $0.01";
  return `roughly $${dollars.toFixed(2)}`;
}
