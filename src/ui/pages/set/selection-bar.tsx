import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { QuarantineDialog } from "../../components/quarantine/quarantine-dialog.tsx";
import { Refusal } from "../../components/refusal.tsx";
import { useToast } from "../../components/toasts.tsx";
import { Allowed } from "../../components/who/allowed.tsx";
import { call, type Reply } from "../../lib/api.ts";
import { useUndo } from "../../lib/use-undo.ts";
import { RunCases } from "./run-cases.tsx";
import { TagDialog } from "./tag-dialog.tsx";

interface SelectionBarProps {
  readonly set: Reply<"GET /sets/:set">;
  readonly names: readonly string[];
  readonly onClear: () => void;
}

type Change =
  | { readonly action: "tag"; readonly add: string[]; readonly remove: string[] }
  | { readonly action: "duplicate" | "delete" | "release" }
  | { readonly action: "quarantine"; readonly reason: string }
  | { readonly action: "move"; readonly to: string };

const done = {
  tag: "Tagged",
  quarantine: "Quarantined",
  release: "Released",
  duplicate: "Duplicated",
  delete: "Deleted",
  move: "Moved",
} as const;

/** What can be done with the cases that are chosen; each can be undone. */
export function SelectionBar({ set, names, onClear }: SelectionBarProps) {
  const [asks, setAsks] = useState<"tags" | "reason">();
  const queries = useQueryClient();
  const toast = useToast();
  const undo = useUndo();
  const words = names.length === 1 ? names[0] : `${names.length} cases`;
  const change = useMutation({
    mutationFn: (asked: Change) =>
      call("POST /sets/:set/cases/change", {
        params: { set: set.id },
        body: { ...asked, cases: [...names] },
        ifMatch: set.tag,
      }),
    onSuccess: (made, { action }) => {
      toast({ words: `${done[action]} ${words}.`, undo: () => undo.mutate(made.undo) });
      if (action === "delete" || action === "move") onClear();
      setAsks(undefined);
    },
    onSettled: () =>
      Promise.all(["sets", "set"].map((key) => queries.invalidateQueries({ queryKey: [key] }))),
  });
  const isBusy = change.isPending;
  // where some are and others are not, all of them can be put there
  const isHeld = set.cases.every(
    ({ evalId, quarantine }) => !names.includes(evalId) || quarantine !== undefined,
  );
  return (
    <section className="picked" aria-label="Selected cases">
      <strong aria-live="polite">{names.length} selected</strong>
      <Refusal error={change.error} />
      <div className="btns push">
        <button type="button" className="btn ghost" onClick={onClear}>
          Clear <kbd className="kbd">Esc</kbd>
        </button>
        <Allowed needs="editor">
          <button type="button" className="btn" disabled={isBusy} onClick={() => setAsks("tags")}>
            Tag…
          </button>
          {isHeld ? (
            <button
              type="button"
              className="btn"
              disabled={isBusy}
              onClick={() => change.mutate({ action: "release" })}
            >
              Release
            </button>
          ) : (
            <button
              type="button"
              className="btn"
              disabled={isBusy}
              onClick={() => setAsks("reason")}
            >
              Quarantine…
            </button>
          )}
          <MoveTo
            set={set}
            isBusy={isBusy}
            onMove={(to) => change.mutate({ action: "move", to })}
          />
          <button
            type="button"
            className="btn"
            disabled={isBusy}
            onClick={() => change.mutate({ action: "duplicate" })}
          >
            Duplicate
          </button>
          <button
            type="button"
            className="btn"
            disabled={isBusy}
            onClick={() => change.mutate({ action: "delete" })}
          >
            Delete
          </button>
        </Allowed>
        <RunCases set={set} cases={names} />
      </div>
      {asks === "reason" && (
        <QuarantineDialog
          words={words ?? ""}
          error={change.error}
          onClose={() => setAsks(undefined)}
          onQuarantine={(reason) => change.mutate({ action: "quarantine", reason })}
        />
      )}
      {asks === "tags" && (
        <TagDialog
          set={set}
          names={names}
          error={change.error}
          onClose={() => setAsks(undefined)}
          onTag={(add, remove) => change.mutate({ action: "tag", add, remove })}
        />
      )}
    </section>
  );
}

interface MoveToProps {
  readonly set: Reply<"GET /sets/:set">;
  readonly isBusy: boolean;
  readonly onMove: (to: string) => void;
}

function MoveTo({ set, isBusy, onMove }: MoveToProps) {
  const { data } = useQuery({
    queryKey: ["sets"],
    queryFn: ({ signal }) => call("GET /sets", { signal }),
  });
  const others = (data?.sets ?? []).filter(({ id }) => id !== set.id);
  return (
    <span className="sel">
      <select
        aria-label="Move the selected cases to"
        value=""
        disabled={isBusy || others.length === 0}
        onChange={({ target }) => onMove(target.value)}
      >
        <option value="">Move to…</option>
        {others.map(({ id, path }) => (
          <option key={id} value={id}>
            {path}
          </option>
        ))}
      </select>
    </span>
  );
}
