/** `640`, `10,000`: how many there are of something. */
export function grouped(count: number): string {
  return Number.isInteger(count) ? count.toLocaleString("en-US") : `${count}`;
}
