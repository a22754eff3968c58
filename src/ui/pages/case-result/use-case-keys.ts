import { useNavigate } from "@tanstack/react-router";
import { useKeys } from "../../lib/keys/use-keys.ts";
import type { CaseSearch } from "./case-search.ts";
import type { Conversation, ShownCase } from "./use-case.ts";

type Place = NonNullable<Conversation["neighbours"]["next"]>;

/** The keys of a conversation's page: by steps, turns, trials and cases. */
export function useCaseKeys(shown: ShownCase | undefined): void {
  const navigate = useNavigate({ from: "/runs/$run/cases/$evalId" });
  const { at = 0, turns = [], run = "", data } = shown ?? {};
  const trial = data?.result.trial ?? 0;
  const trials = data?.trials ?? 1;
  const { previous, next, previousFailure, nextFailure } = data?.neighbours ?? {};
  const steps = turns[at]?.steps?.length ?? turns[at]?.calls.length ?? 0;
  const set = (search: Partial<CaseSearch>) => () =>
    void navigate({ search: (now) => ({ ...now, ...search }), replace: true });
  const step = (by: 1 | -1) => () =>
    void navigate({
      search: (now) => ({ ...now, step: clamp((now.step ?? 0) + by, steps), span: undefined }),
      replace: true,
    });
  const open = (place: Place | undefined) => () => {
    if (place === undefined) return;
    void navigate({
      to: "/runs/$run/cases/$evalId",
      params: { run, evalId: place.case },
      search: ({ trace }) => ({ set: place.set, trial: place.trial + 1, trace }),
    });
  };
  const goTo = (path: string) => () => void navigate({ to: path });
  useKeys([
    { keys: "j", does: "Next step", run: step(1), isOff: steps === 0 },
    { keys: "k", does: "Previous step", run: step(-1), isOff: steps === 0 },
    { keys: "n", does: "Next failure", run: open(nextFailure), isOff: !nextFailure },
    { keys: "p", does: "Previous failure", run: open(previousFailure), isOff: !previousFailure },
    { keys: "J", does: "Next case", run: open(next), isOff: !next },
    { keys: "K", does: "Previous case", run: open(previous), isOff: !previous },
    turn("[", "Previous turn", at),
    turn("]", "Next turn", at + 2),
    repeat(",", "Previous trial", trial),
    repeat(".", "Next trial", trial + 2),
    { keys: "d", does: "Diff beside or below each other", run: toggleDiff },
    {
      keys: "g p",
      does: "Paths of all trials",
      run: () =>
        void navigate({
          search: ({ edge: _, ...now }) => ({ ...now, paths: now.paths ? undefined : true }),
          replace: true,
        }),
      isOff: trials < 2,
    },
    { keys: "u", does: "Back to the run", run: goTo(`/runs/${encodeURIComponent(run)}`) },
  ]);

  function turn(keys: string, does: string, to: number) {
    const isOff = to < 1 || to > turns.length;
    return { keys, does, run: set({ turn: to, step: undefined, span: undefined }), isOff };
  }
  function repeat(keys: string, does: string, to: number) {
    const isOff = to < 1 || to > trials;
    return {
      keys,
      does,
      run: set({ trial: to, turn: undefined, step: undefined, span: undefined }),
      isOff,
    };
  }
  function toggleDiff(): void {
    void navigate({
      search: (now) => ({ ...now, diff: now.diff === "unified" ? undefined : "unified" }),
      replace: true,
    });
  }
}

function clamp(step: number, steps: number): number {
  return Math.max(1, Math.min(step, steps));
}
