/** Runs at most so many at once; the others wait in the order they came. */
export function limitCalls(most: number): <T>(act: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (act) => {
    if (running >= most) await new Promise<void>((go) => waiting.push(go));
    else running += 1;
    try {
      return await act();
    } finally {
      // the place is handed on, so that nobody slips in between
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };
}
