/** "An editor", "A viewer". */
export function articled(noun: string): string {
  return `${/^[aeiou]/.test(noun) ? "An" : "A"} ${noun}`;
}
