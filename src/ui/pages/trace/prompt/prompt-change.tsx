import { Link } from "@tanstack/react-router";
import { messagesText } from "../../../../core/traces/message.ts";
import type { SpanDetail } from "../trace-types.ts";
import { PromptDiff } from "./prompt-diff.tsx";

interface PromptChangeProps {
  readonly detail: SpanDetail;
  /** False where another call is no page to go to. */
  readonly hasLink?: boolean;
}

/** What a model was told otherwise than in the call of its agent before; nothing where that is the same, or not known. */
export function PromptChange({ detail, hasLink = true }: PromptChangeProps) {
  const { input, before } = detail;
  if (before?.input === undefined || input === undefined) return null;
  const [was, now] = [instructionsIn(before.input), instructionsIn(input)];
  const others = [
    ...toolChanges(before.tools ?? [], detail.tools ?? []),
    ...settingChanges(before.settings ?? {}, detail.settings ?? {}),
  ];
  if (was === now && others.length === 0) return null;
  return (
    <section className="sect prompt-change" aria-label="Prompt changed">
      <h2>
        <span className="chip">{was === now ? "Request changed" : "Prompt changed"}</span>{" "}
        <span className="small muted">
          since{" "}
          {hasLink ? (
            <Link to="." search={(old) => ({ ...old, span: before.id })}>
              the call before
            </Link>
          ) : (
            "the call before"
          )}
        </span>
      </h2>
      {was !== now && <PromptDiff was={was} now={now} />}
      {others.map((words) => (
        <p key={words} className="small">
          {words}
        </p>
      ))}
    </section>
  );
}

type Messages = NonNullable<SpanDetail["input"]>;
type Tools = NonNullable<SpanDetail["tools"]>;
type Settings = NonNullable<SpanDetail["settings"]>;

function instructionsIn(messages: Messages): string {
  return messagesText(messages.filter(({ role }) => role === "system")) ?? "";
}

function toolChanges(was: Tools, now: Tools): readonly string[] {
  const old = new Map(was.map((tool) => [tool.name, JSON.stringify(tool)]));
  const own = new Map(now.map((tool) => [tool.name, JSON.stringify(tool)]));
  return [
    ...now.filter(({ name }) => !old.has(name)).map(({ name }) => `It may call ${name} now.`),
    ...was.filter(({ name }) => !own.has(name)).map(({ name }) => `It may not call ${name} now.`),
    ...now
      .filter(({ name }) => old.has(name) && old.get(name) !== own.get(name))
      .map(({ name }) => `${name} is described otherwise.`),
  ];
}

function settingChanges(was: Settings, now: Settings): readonly string[] {
  const names = new Set([...Object.keys(was), ...Object.keys(now)]);
  return [...names].flatMap((name) => {
    const [old, own] = [JSON.stringify(was[name]), JSON.stringify(now[name])];
    return old === own ? [] : [`${name}: ${old ?? "not set"} → ${own ?? "not set"}`];
  });
}
