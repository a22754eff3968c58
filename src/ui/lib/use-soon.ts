import { startTransition, useEffect, useState } from "react";

/** So many rows are drawn at once; nobody sees more of them before the others are there. */
const FIRST = 150;

/** How many of a long list's rows are drawn: the first ones at once, and all of them as soon as there is time. */
export function useSoon(count: number): number {
  const [shown, setShown] = useState(FIRST);
  useEffect(() => {
    if (count <= FIRST) return;
    const timer = setTimeout(() => startTransition(() => setShown(count)), 100);
    return () => clearTimeout(timer);
  }, [count]);
  return Math.min(count, Math.max(FIRST, shown));
}
