import { useEffect, useRef, useState } from "react";
import { runSentence } from "./run-sentence.ts";
import type { Run } from "./use-run.ts";

/** Somebody who listens is told how far it is at most this often. */
const SPOKEN_MS = 10_000;

/** How a run goes on, for readers of the screen's words. */
export function RunNews({ run }: { readonly run: Run }) {
  const [said, setSaid] = useState("");
  const last = useRef(0);
  const sentence = runSentence(run);
  useEffect(() => {
    const left = run.state === "running" ? last.current + SPOKEN_MS - Date.now() : 0;
    const timer = setTimeout(
      () => {
        last.current = Date.now();
        setSaid(sentence);
      },
      Math.max(0, left),
    );
    return () => clearTimeout(timer);
  }, [sentence, run.state]);
  return (
    <p className="sr" role="status" aria-live="polite">
      {said}
    </p>
  );
}
