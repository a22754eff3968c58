import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Glyph, type State } from "../../components/glyph.tsx";
import { Icon } from "../../components/icon.tsx";
import { call, type Reply } from "../../lib/api.ts";
import { useLack } from "../../lib/use-me.ts";
import { secondsText, timeText } from "../../lib/words.ts";

export type LiveSession = Reply<"GET /sessions">["sessions"][number];

/** A conversation in two lines. */
export function SessionRow({
  session,
  isSelected,
}: {
  readonly session: LiveSession;
  readonly isSelected: boolean;
}) {
  const { id, startedAt, user, agent, tools, tokens, duration, isComplete, withoutContent } =
    session;
  return (
    <li className="ses" aria-current={isSelected ? "true" : undefined}>
      <span className="when">{startedAt === null ? "unknown" : timeText(startedAt)}</span>
      {withoutContent === null ? <Star session={session} /> : <span />}
      <span className="clip">
        <Link
          className="go clip"
          data-row={session.checks.some(({ isFine }) => isFine === false) ? "failed" : ""}
          to="/live"
          search={(before) => ({ ...before, session: id })}
          replace
        >
          {user === null ? (
            <em className="nocap">{withoutContent === null ? id : "No text was captured"}</em>
          ) : (
            `“${user}”`
          )}
        </Link>
        <span className="line2">
          <span>{agent ?? "unknown agent"}</span>
          <Fault session={session} />
          <span className="called" title={tools.join(", ")}>
            {counted(tools).map(({ name, count }, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a tool may be called again later
              <code key={at}>
                {name}
                {count > 1 && ` ×${count}`}{" "}
              </code>
            ))}
          </span>
        </span>
      </span>
      <Checks session={session} />
      <span className="num">{tokens === null ? "" : shortTokens(tokens)}</span>
      <span className="num">{isComplete ? tookText(duration) : "now"}</span>
    </li>
  );
}

function Fault({ session: { checks } }: { readonly session: LiveSession }) {
  const failed = checks.find(({ isFine }) => isFine === false);
  return failed === undefined ? null : <strong className="t-fail">{failed.words}</strong>;
}

function Checks({ session: { checks, isComplete } }: { readonly session: LiveSession }) {
  const fine = checks.filter(({ isFine }) => isFine === true).length;
  return (
    <span className="checks" role="img" aria-label={`${fine} of ${checks.length} checks passed`}>
      {checks.map((check) => (
        <Glyph key={check.name} state={stateOf(check, isComplete)} isSilent />
      ))}
    </span>
  );
}

/** What is under way may still end with an answer. */
export function stateOf(
  { name, isFine }: LiveSession["checks"][number],
  isComplete: boolean,
): State {
  if (isFine === true) return "passed";
  if (isFine === undefined) return "not-evaluated";
  return !isComplete && name === "Ends with an answer" ? "pending" : "failed";
}

function Star({ session: { id, golden } }: { readonly session: LiveSession }) {
  const queries = useQueryClient();
  const marking = useMutation({
    mutationFn: () =>
      call("POST /sessions/:session/golden", {
        params: { session: id },
        body: { golden: !golden },
      }),
    onSettled: () => queries.invalidateQueries({ queryKey: ["sessions"] }),
  });
  const lack = useLack("editor");
  return (
    <button
      type="button"
      className="star"
      aria-pressed={golden}
      aria-label="Golden"
      disabled={lack !== undefined}
      title={
        lack ??
        marking.error?.message ??
        (golden ? "What others are compared with" : "Make it what others are compared with")
      }
      onClick={() => marking.mutate()}
    >
      <Icon name="star" />
    </button>
  );
}

interface Counted {
  readonly name: string;
  readonly count: number;
}

/** The same tool several times in a row is told once. */
function counted(tools: readonly string[]): readonly Counted[] {
  const found: { name: string; count: number }[] = [];
  for (const name of tools) {
    const last = found.at(-1);
    if (last?.name === name) last.count += 1;
    else found.push({ name, count: 1 });
  }
  return found.slice(0, 8);
}

function shortTokens(tokens: number): string {
  return tokens < 1000 ? `${tokens}` : `${(tokens / 1000).toFixed(1)}k`;
}

function tookText(duration: number | null): string {
  return duration === null ? "" : secondsText(duration / 1000);
}
