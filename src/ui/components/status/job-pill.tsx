import { Link } from "@tanstack/react-router";
import { type CSSProperties, useEffect, useRef, useState } from "react";
import type { Reply } from "../../lib/api.ts";
import { useRunning } from "../../lib/use-running.ts";
import { leftText } from "../../lib/words.ts";

type Running = Reply<"GET /runs/running">["runs"][number];

/** How far what runs now is: always in sight, and a way to it. */
export function JobPill() {
  const runs = useRunning().data?.runs ?? [];
  const [first] = runs;
  const total = totalOf(runs);
  const text = first === undefined ? "" : spoken(total);
  return (
    <>
      {first !== undefined && (
        <Link
          className="job"
          {...(runs.length === 1
            ? { to: "/runs/$run", params: { run: first.runId } }
            : { to: "/runs", search: { filter: "status:running" } })}
          style={
            { "--done": `${(100 * total.done) / Math.max(1, total.planned)}%` } as CSSProperties
          }
        >
          <span>
            {runs.length > 1 && `${runs.length} runs, `}
            {total.ended} of {total.cases}
          </span>
          {total.failing > 0 && <span className="t-fail">{total.failing} failing</span>}
          {total.left !== undefined && <span className="wide">{leftText(total.left)}</span>}
        </Link>
      )}
      <Announcement text={text} />
    </>
  );
}

interface Total {
  readonly done: number;
  readonly planned: number;
  /** Cases, of which fewer end than conversations where each has several trials. */
  readonly ended: number;
  readonly cases: number;
  readonly failing: number;
  /** Seconds until the last of them may end; undefined where nobody can tell. */
  readonly left: number | undefined;
}

function totalOf(runs: readonly Running[]): Total {
  const sum = (pick: (run: Running) => number) => runs.reduce((all, run) => all + pick(run), 0);
  const left = runs.map(({ secondsLeft }) => secondsLeft);
  return {
    done: sum(({ done }) => done),
    planned: sum(({ planned }) => planned),
    ended: sum(({ cases }) => cases.ended),
    cases: sum(({ cases }) => cases.planned),
    failing: sum(({ failing }) => failing),
    left: left.some((each) => each === undefined)
      ? undefined
      : Math.max(...left.map((each) => each ?? 0)),
  };
}

function spoken({ done, planned, failing }: Total): string {
  return `${done} of ${planned} conversations have ended, ${failing} cases failing.`;
}

/** Whoever listens instead of looking hears of it once in ten seconds at most. */
const SAID_EVERY_MS = 10_000;

function Announcement({ text }: { readonly text: string }) {
  const [said, say] = useState("");
  const now = useRef(text);
  useEffect(() => {
    now.current = text;
  }, [text]);
  useEffect(() => {
    const timer = setInterval(() => say(now.current), SAID_EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  return (
    <span className="sr" aria-live="polite">
      {said}
    </span>
  );
}
