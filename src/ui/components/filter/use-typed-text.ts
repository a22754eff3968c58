import { useEffect, useRef, useState } from "react";

/** By then an address has what was typed last. */
const SETTLED_MS = 1_000;

/**
 * What is typed, told to an address that takes it over later: an echo of it is no other text, so that nobody who types
 * faster loses letters. What the address says by itself wins.
 */
export function useTypedText(
  told: string,
  tell: (text: string) => void,
): readonly [text: string, change: (text: string) => void] {
  const [text, setText] = useState(told);
  const underWay = useRef<string[]>([]);
  useEffect(() => {
    const at = underWay.current.indexOf(told);
    underWay.current = at < 0 ? [] : underWay.current.slice(at + 1);
    if (at < 0) setText(told);
  }, [told]);
  useEffect(() => {
    if (text === told && underWay.current.length === 0) return;
    // texts that were typed over so fast that no address had them are not waited for
    const timer = setTimeout(() => {
      underWay.current = [];
    }, SETTLED_MS);
    return () => clearTimeout(timer);
  }, [text, told]);
  function change(next: string): void {
    underWay.current.push(next);
    setText(next);
    tell(next);
  }
  return [text, change];
}
