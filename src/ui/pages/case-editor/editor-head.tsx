import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { Refusal } from "../../components/refusal.tsx";
import { useToast } from "../../components/toasts.tsx";
import { Allowed } from "../../components/who/allowed.tsx";
import { numberText } from "../../lib/amounts.ts";
import { ApiProblem, call, type Reply } from "../../lib/api.ts";
import { useKeys } from "../../lib/keys/use-keys.ts";
import { useLack } from "../../lib/use-me.ts";
import { useUndo } from "../../lib/use-undo.ts";
import { drySentence } from "./dry-sentence.ts";
import type { CaseJson } from "./edits/case-json.ts";
import type { Draft } from "./use-draft.ts";
import type { Address } from "./use-save.ts";

type DryScore = Reply<"POST /sets/:set/cases/:case/dry-score">;

interface EditorHeadProps {
  readonly detail: Reply<"GET /sets/:set/cases/:case">;
  readonly address: Address;
  readonly draft: Draft;
  readonly dry: DryScore | undefined;
  readonly isGone: boolean;
  readonly error: unknown;
  readonly canSave: boolean;
  readonly onSave: () => void;
  readonly onChange: (next: CaseJson) => void;
}

/** The case's id, what the edit is worth in a sentence, and the way to write it or to take it back. */
export function EditorHead(props: EditorHeadProps) {
  const { detail, address, draft, dry, isGone, error, canSave, onSave, onChange } = props;
  const lack = useLack("runner");
  const [lead, rest] = drySentence(dry, draft);
  // a conflict is told in a note of its own
  const isTold = error instanceof ApiProblem && error.status === 409 && draft.conflict;
  return (
    <header className="pagehead flat">
      <div className="row">
        <h1 className="sr">Case {detail.evalId}</h1>
        <input
          className="val title"
          aria-label="Id of the case"
          value={draft.value.eval_id}
          readOnly={lack !== undefined}
          onChange={({ target }) => onChange({ ...draft.value, eval_id: target.value })}
        />
        <Neighbours detail={detail} set={address.set} />
        {draft.isChanged && (
          <span className="chip dot">
            {draft.edits.length === 1 ? "1 part edited" : `${draft.edits.length} parts edited`}, not
            saved
          </span>
        )}
        <div className="btns push nowrap">
          <Allowed needs="editor" isSilent>
            <DeleteCase address={address} tag={draft.tag} isOff={isGone} />
          </Allowed>
          <button
            type="button"
            className="btn ghost"
            disabled={!draft.canUndo}
            onClick={draft.undo}
          >
            Undo
          </button>
          <button
            type="button"
            className="btn ghost"
            disabled={!draft.isChanged}
            onClick={draft.discard}
          >
            Discard
          </button>
          <Allowed needs="editor">
            <button type="button" className="btn primary" disabled={!canSave} onClick={onSave}>
              {isGone ? "Add it again" : "Save case"} <kbd className="kbd">Ctrl S</kbd>
            </button>
          </Allowed>
        </div>
      </div>
      <p className="lead" aria-live="polite">
        <strong>{lead}</strong> {rest}
      </p>
      {!isTold && <Refusal error={error} />}
    </header>
  );
}

interface NeighboursProps {
  readonly detail: Reply<"GET /sets/:set/cases/:case">;
  readonly set: string;
}

function Neighbours({ detail: { previous, next, index, count }, set }: NeighboursProps) {
  const navigate = useNavigate();
  const go = (evalId: string | undefined) => () => {
    if (evalId !== undefined)
      void navigate({ to: "/sets/$set/cases/$evalId", params: { set, evalId } });
  };
  useKeys([
    { keys: "n", does: "Next case", run: go(next), isOff: next === undefined },
    { keys: "p", does: "Previous case", run: go(previous), isOff: previous === undefined },
  ]);
  return (
    <span className="row small faint wide">
      {previous !== undefined && (
        <Link to="/sets/$set/cases/$evalId" params={{ set, evalId: previous }} title={previous}>
          previous
        </Link>
      )}
      case {numberText(index + 1)} of {numberText(count)}
      {next !== undefined && (
        <Link to="/sets/$set/cases/$evalId" params={{ set, evalId: next }} title={next}>
          next
        </Link>
      )}
    </span>
  );
}

interface DeleteCaseProps {
  readonly address: Address;
  readonly tag: string;
  readonly isOff: boolean;
}

function DeleteCase({ address: { set, evalId }, tag, isOff }: DeleteCaseProps) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const toast = useToast();
  const undo = useUndo();
  const remove = useMutation({
    mutationKey: ["delete", "case", set, evalId],
    mutationFn: () =>
      call("DELETE /sets/:set/cases/:case", { params: { set, case: evalId }, ifMatch: tag }),
    onSuccess: async (made) => {
      toast({ words: `Deleted ${evalId}.`, undo: () => undo.mutate(made.undo) });
      await navigate({ to: "/sets/$set", params: { set }, ignoreBlocker: true });
      queries.removeQueries({ queryKey: ["case", set, evalId] });
      await queries.invalidateQueries({ queryKey: ["set", set] });
    },
    onError: async (error) => {
      toast({ words: error instanceof ApiProblem ? error.message : "It was not deleted." });
      await queries.invalidateQueries({ queryKey: ["case", set, evalId] });
    },
  });
  return (
    <button
      type="button"
      className="btn ghost"
      disabled={isOff || remove.isPending}
      onClick={() => remove.mutate()}
    >
      Delete
    </button>
  );
}
