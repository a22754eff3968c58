import type { FunctionCall } from "../../core/content.ts";
import type { Reply } from "../lib/api.ts";

type Change = Reply<"POST /runs/:run/cases/:case/accept">["changes"][number];

/** One turn, or the state at the end: what was expected, and what will be. */
export function AcceptedChange({ change }: { readonly change: Change }) {
  const { turn, turns, answer, calls, responses, state } = change;
  const title = turn === undefined ? "At the end" : `Turn ${turn + 1} of ${turns}`;
  return (
    <section aria-label={title} className="accepted">
      <h3>{title}</h3>
      {answer !== undefined && (
        <Sides
          label="Answer"
          before={[answer.before ?? "(none)"]}
          after={[answer.after ?? "(none)"]}
        />
      )}
      {calls !== undefined && (
        <Sides
          label="Calls"
          before={calls.before.map(callText)}
          after={calls.after.map(callText)}
          isCode
        />
      )}
      {responses !== undefined && (
        <Sides
          label="Tool responses"
          before={responses.before.map(responseText)}
          after={responses.after.map(responseText)}
          isCode
        />
      )}
      {state !== undefined && (
        <Sides
          label="State"
          before={Object.entries(state.before).map(entryText)}
          after={Object.entries(state.after).map(entryText)}
          isCode
        />
      )}
    </section>
  );
}

interface SidesProps {
  readonly label: string;
  readonly before: readonly string[];
  readonly after: readonly string[];
  readonly isCode?: boolean;
}

/** Expected is never coloured; what it becomes is marked where it differs. */
function Sides({ label, before, after, isCode }: SidesProps) {
  const Text = isCode === true ? "code" : "span";
  const side = (words: string, lines: readonly string[], others: readonly string[]) => (
    <div>
      <dt>{words}</dt>
      <dd>
        {lines.length === 0 && <span className="faint">none</span>}
        {lines.map((line, at) => (
          // calls have no other name than their place
          // biome-ignore lint/suspicious/noArrayIndexKey: the place is its name
          <Text key={at} className={others.includes(line) ? "line muted" : "line"}>
            {line}
          </Text>
        ))}
      </dd>
    </div>
  );
  return (
    <dl>
      <div className="small faint">{label}</div>
      {side("Expected now", before, after)}
      {side("Expected then", after, before)}
    </dl>
  );
}

function callText({ name = "", args = {} }: FunctionCall): string {
  const said = Object.entries(args).map(([key, value]) => `${key}=${JSON.stringify(value)}`);
  return `${name}(${said.join(", ")})`;
}

function responseText({
  name,
  response,
}: {
  readonly name?: string | undefined;
  readonly response?: unknown;
}): string {
  return `${name ?? "a tool"}: ${JSON.stringify(response)}`;
}

function entryText([key, value]: readonly [string, unknown]): string {
  return `${key}: ${JSON.stringify(value)}`;
}
