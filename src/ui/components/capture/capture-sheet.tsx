import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import {
  caseOfDraft,
  type DraftStep,
  type DraftTurn,
  draftTurns,
} from "../../../core/capture/draft-case.ts";
import { countRemoved, textWithoutSecrets } from "../../../core/capture/likely-secret.ts";
import type { Invocation } from "../../../core/invocation.ts";
import { plural } from "../../../core/text/plural.ts";
import { call } from "../../lib/api.ts";
import { JsonText } from "../json-text.tsx";
import { useToast } from "../toasts.tsx";
import { CaptureTarget, type Target } from "./capture-target.tsx";
import { CaptureTurn } from "./capture-turn.tsx";

interface CaptureSheetProps {
  /** Whose sets are offered first; the path of its folder. */
  readonly agent: string | undefined;
  /** What the case is called unless somebody says otherwise. */
  readonly name: string;
  readonly turns: readonly Invocation[];
  readonly state: Readonly<Record<string, unknown>>;
  onClose(): void;
}

/** A conversation becomes a case: which turns, which calls, how each argument is compared, and where it is kept. */
export function CaptureSheet({ agent, name, turns, state, onClose }: CaptureSheetProps) {
  const [draft, setDraft] = useState(() => draftTurns(turns));
  const [range, setRange] = useState<readonly [number, number]>([0, turns.length - 1]);
  const [target, setTarget] = useState<Target>(() => ({
    evalId: idOf(textWithoutSecrets(name)),
    tags: "",
    set: undefined,
    isNew: false,
    newSet: "captured",
  }));
  const [isJson, setJson] = useState(false);
  const [matchType, setMatchType] = useState<MatchType | undefined>();
  const sets = useQuery({
    queryKey: ["sets"],
    queryFn: ({ signal }) => call("GET /sets", { signal }),
  });
  const own = (sets.data?.sets ?? []).filter((set) => agent === undefined || set.agent === agent);
  const offered = own.length > 0 ? own : (sets.data?.sets ?? []);
  const chosen = target.set ?? (target.isNew ? undefined : offered[0]?.id);
  const [from, to] = range;
  const kept = draft.slice(from, to + 1);
  const tags = target.tags.split(/[\s,]+/).filter(Boolean);
  const written = caseOfDraft(kept, { evalId: target.evalId, tags, state, matchType });
  const saving = useSave({ agent, chosen, newSet: target.newSet, onClose });
  useEffect(() => {
    const close = (event: KeyboardEvent) => {
      if (event.key === "Escape" && !event.defaultPrevented) onClose();
    };
    document.addEventListener("keydown", close);
    return () => document.removeEventListener("keydown", close);
  }, [onClose]);

  function change(turn: number, step: number, next: DraftStep): void {
    setDraft((before) =>
      before.map((each, at) => (at === turn ? withStep(each, step, next) : each)),
    );
  }
  return (
    <aside className="pane sheet" aria-label="Capture as case">
      <header className="pagehead">
        <div className="row">
          <h1>Capture as case</h1>
          <span className="chip">
            {kept.length === draft.length
              ? plural(draft.length, "turn")
              : `turns ${from + 1} to ${to + 1} of ${draft.length}`}
          </span>
          <button type="button" className="btn s ghost push" onClick={onClose}>
            Close <span className="kbd">Esc</span>
          </button>
        </div>
        <p className="lead">{sentence(kept)}</p>
      </header>
      <CaptureTarget target={target} sets={offered} chosen={chosen} onChange={setTarget} />
      <div className="bar">
        <h2>Exactly what is saved</h2>
        <select
          aria-label="How calls are compared"
          value={matchType ?? ""}
          onChange={({ target: { value } }) =>
            setMatchType(value === "" ? undefined : (value as MatchType))
          }
        >
          <option value="">as the config says</option>
          <option value="EXACT">exactly</option>
          <option value="IN_ORDER">in order</option>
          <option value="ANY_ORDER">in any order</option>
        </select>
        <fieldset className="seg s push">
          <legend className="sr">Preview</legend>
          <button type="button" aria-pressed={!isJson} onClick={() => setJson(false)}>
            Steps
          </button>
          <button type="button" aria-pressed={isJson} onClick={() => setJson(true)}>
            JSON
          </button>
        </fieldset>
      </div>
      <section
        className="body"
        aria-label="Preview of the case"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys
        tabIndex={0}
      >
        {isJson ? (
          <JsonText value={written} />
        ) : (
          draft.map((turn, at) => (
            <CaptureTurn
              // biome-ignore lint/suspicious/noArrayIndexKey: the place is the turn's name
              key={at}
              turn={turn}
              at={at}
              isKept={at >= from && at <= to}
              onRange={(isKept) => setRange(withTurn(range, at, isKept))}
              onStep={(step, next) => change(at, step, next)}
            />
          ))
        )}
      </section>
      <footer className="foot">
        {saving.error !== null && (
          <p className="small t-fail" role="alert">
            {saving.error.message} {"hint" in saving.error ? `${saving.error.hint ?? ""}` : ""}
          </p>
        )}
        <div className="btns">
          <button
            type="button"
            className="btn primary"
            disabled={
              saving.isPending ||
              target.evalId.trim() === "" ||
              (chosen === undefined && target.newSet === "")
            }
            onClick={() => saving.mutate(written)}
          >
            Save case
          </button>
          <p className="small muted">The rest of the file stays as it was written.</p>
        </div>
      </footer>
    </aside>
  );
}

type MatchType = "EXACT" | "IN_ORDER" | "ANY_ORDER";

interface SaveOptions {
  readonly agent: string | undefined;
  readonly chosen: string | undefined;
  readonly newSet: string;
  onClose(): void;
}

function useSave({ agent, chosen, newSet, onClose }: SaveOptions) {
  const queries = useQueryClient();
  const toast = useToast();
  return useMutation({
    mutationFn: async (evalCase: Readonly<Record<string, unknown>>) => {
      const set =
        chosen ?? (await call("POST /sets", { body: { agent: agent ?? ".", id: newSet } })).id;
      return await call("POST /sets/:set/cases", {
        params: { set },
        body: { case: evalCase },
      });
    },
    onSuccess: async ({ evalId, undo }) => {
      onClose();
      toast({
        words: `Case ${evalId} is saved.`,
        undo: () =>
          void call("POST /sets/undo", { body: { token: undo } }).then(() =>
            queries.invalidateQueries(),
          ),
      });
      await queries.invalidateQueries();
    },
  });
}

/** A turn is taken in or left out at the ends: a case is one stretch of a conversation. */
function withTurn(
  [from, to]: readonly [number, number],
  at: number,
  isKept: boolean,
): readonly [number, number] {
  if (isKept) return [Math.min(from, at), Math.max(to, at)];
  if (from === to) return [from, to];
  // what is nearer to the beginning cuts the beginning off
  return at - from < to - at ? [at + 1, to] : [from, at - 1];
}

function withStep(turn: DraftTurn, at: number, step: DraftStep): DraftTurn {
  return { ...turn, steps: turn.steps.with(at, step) };
}

function idOf(name: string): string {
  const id = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "_")
    .replace(/^_+|_+$/g, "")
    .slice(0, 48);
  return id === "" ? "captured" : id;
}

function secretsSaid({ user, answer = "" }: DraftTurn): number {
  return countRemoved(user) + countRemoved(answer);
}

function sentence(turns: readonly DraftTurn[]): string {
  const steps = turns.flatMap((turn) => turn.steps);
  const kept = steps.filter(({ isKept }) => isKept);
  const args = kept.flatMap((step) => step.args);
  const ignored = args.filter(({ matcher }) => matcher !== undefined && "ignore" in matcher).length;
  const meant = args.filter(({ matcher }) => matcher !== undefined && "semantic" in matcher).length;
  const inArgs = args.filter(({ why }) => why === "a secret, removed").length;
  const secrets = inArgs + turns.reduce((sum, turn) => sum + secretsSaid(turn), 0);
  return [
    `${plural(kept.length, "expected step")}.`,
    args.length === 0
      ? ""
      : `${args.length - ignored} of ${plural(args.length, "argument")} ${args.length - ignored === 1 ? "is" : "are"} compared.`,
    meant === 0 ? "" : `${meant} of them by meaning, which a judge is asked about.`,
    kept.length === steps.length ? "" : `${plural(steps.length - kept.length, "call")} left out.`,
    secrets === 0 ? "" : `${plural(secrets, "secret")} removed.`,
  ]
    .filter(Boolean)
    .join(" ");
}
