import { Link, useSearch } from "@tanstack/react-router";
import { Glyph } from "../../components/glyph.tsx";
import { Icon } from "../../components/icon.tsx";
import { secondsText } from "../../lib/words.ts";
import type { PromptMarks } from "./asking-calls.ts";
import { readChatSearch } from "./chat-search.ts";
import { type ShownCall, type ShownStep, shortValue } from "./chat-words.ts";
import { PromptMarkLine } from "./prompt-mark-line.tsx";

interface StepListProps {
  readonly turn: number;
  readonly steps: readonly ShownStep[];
  /** Before which steps the instructions of a model changed. */
  readonly marks?: PromptMarks["ofSteps"] | undefined;
}

/** What the agent did, in order, each agent that did it named where it changes. */
export function StepList({ turn, steps, marks }: StepListProps) {
  return (
    <ol className="steps">
      {steps.map((step, place) => {
        const before = steps[place - 1];
        const isNew = step.author !== undefined && step.author !== before?.author;
        return (
          <li key={step.at}>
            <PromptMarkLine turn={turn} at={step.at} mark={marks?.get(step.at)} />
            {isNew && <p className="by">{step.author}</p>}
            {step.type === "call" ? <Call turn={turn} step={step} /> : <Text step={step} />}
          </li>
        );
      })}
    </ol>
  );
}

function Text({
  step: { text, thought },
}: {
  readonly step: Extract<ShownStep, { type: "text" }>;
}) {
  return <p className={`step-text${thought ? " faint" : ""}`}>{text}</p>;
}

function Call({ turn, step }: { readonly turn: number; readonly step: ShownCall }) {
  const { step: open } = readChatSearch(useSearch({ strict: false }));
  const { tool, args, output, error, isAnswered, milliseconds, at } = step;
  const place = `${turn + 1}-${at + 1}`;
  const isOpen = open === place;
  return (
    <div
      className={`step${error === undefined ? "" : " er"}`}
      aria-current={isOpen ? "true" : undefined}
    >
      <Link
        className="chip mono"
        to="."
        search={(before) => ({ ...before, step: isOpen ? undefined : place })}
        replace
        aria-expanded={isOpen}
      >
        <Icon name={isOpen ? "down" : "right"} />
        <b>{tool}</b>
        <span className="clip">{shortValue(args)}</span>
      </Link>
      <span className="res clip">
        {error !== undefined && <Glyph state="errored" />}
        {isAnswered ? (error ?? shortValue(output)) : "no result yet"}
      </span>
      <span className="t">
        {milliseconds === undefined ? "" : secondsText(milliseconds / 1000)}
      </span>
      {isOpen && (
        <div className="io">
          <Values title="arguments" value={args} />
          <Values title="result" value={output} />
        </div>
      )}
    </div>
  );
}

function Values({ title, value }: { readonly title: string; readonly value: unknown }) {
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
  return (
    <div>
      <p className="label">{title}</p>
      {isObject ? (
        Object.entries(value).map(([key, each]) => (
          <div key={key}>
            <em>{key}:</em> {JSON.stringify(each)}
          </div>
        ))
      ) : (
        <div>{value === undefined ? "none" : JSON.stringify(value)}</div>
      )}
    </div>
  );
}
