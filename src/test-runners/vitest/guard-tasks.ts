import { turnScope } from "../../agents/recording/turn-scope.ts";

/** What Vitest makes a verdict of: code of an evaluation finds its own test in the same process, and could expect it to fail. */
const ofTask = ["id", "type", "mode", "fails", "retry", "repeats"];
const ofResult = ["state", "pending"];

/** From here on only others than code of an evaluation change what becomes of these tests and what they are in. */
export function guardTasks(tasks: readonly object[]): void {
  const guarded = new Set<object>();
  for (const task of tasks) {
    for (
      let at: unknown = task;
      typeof at === "object" && at !== null;
      at = Reflect.get(at, "suite")
    ) {
      if (guarded.has(at)) break;
      guarded.add(at);
      for (const key of ofTask) guard(at, key);
      guard(at, "result", guardResult);
    }
  }
}

function guardResult(result: unknown): void {
  if (typeof result !== "object" || result === null) return;
  for (const key of ofResult) guard(result, key);
}

/** Made once, where it can be: others may have frozen it or put an accessor of their own in its place. */
function guard(owner: object, key: string, onValue: (value: unknown) => void = () => {}): void {
  const now = Object.getOwnPropertyDescriptor(owner, key);
  if (now !== undefined && (now.configurable !== true || !("value" in now))) return;
  let value: unknown = now?.value;
  onValue(value);
  Object.defineProperty(owner, key, {
    enumerable: now?.enumerable ?? true,
    get: () => value,
    set(next: unknown) {
      if (turnScope.getStore() !== undefined) return;
      value = next;
      onValue(next);
    },
  });
}
