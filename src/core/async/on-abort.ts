const callbacksOf = new WeakMap<AbortSignal, (() => void)[]>();

/**
 * Calls back when the signal aborts, unless `offAbort` comes first. For one signal that thousands of turns listen to, each for
 * a moment: a listener that was removed from an EventTarget still points to the next one, which keeps all of them in memory.
 */
export function onAbort(signal: AbortSignal, callback: () => void): void {
  const known = callbacksOf.get(signal);
  if (known !== undefined) {
    known.push(callback);
    return;
  }
  const callbacks = [callback];
  callbacksOf.set(signal, callbacks);
  const callAll = () => {
    for (const each of callbacks.splice(0)) each();
  };
  signal.addEventListener("abort", callAll, { once: true });
}

export function offAbort(signal: AbortSignal, callback: () => void): void {
  const callbacks = callbacksOf.get(signal);
  const place = callbacks?.lastIndexOf(callback) ?? -1;
  if (callbacks === undefined || place === -1) return;
  // the order means nothing, so the last one takes the place
  const last = callbacks.pop();
  if (last !== undefined && last !== callback) callbacks[place] = last;
}
