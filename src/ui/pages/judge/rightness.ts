/** How a verdict is called where an answer is looked at. */
export const rightness = { pass: "right", fail: "wrong" } as const;

/** Its own side first: "right, 4 to 1", "wrong, 3 to 2". */
export function tallyText(
  { pass, fail }: { readonly pass: number; readonly fail: number },
  judge: "pass" | "fail" | "no verdict",
): string {
  return judge === "fail" ? `${fail} to ${pass}` : `${pass} to ${fail}`;
}
