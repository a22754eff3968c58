/** An eval set of one case, as a text of several lines. */
export function setOf(evalCase: unknown): string {
  return JSON.stringify({ eval_set_id: "smoke", eval_cases: [evalCase] }, null, 2);
}

export function turn(rest: object = {}): object {
  return { user_content: { parts: [{ text: "Is the heat on?" }] }, ...rest };
}
