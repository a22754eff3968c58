import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { Refusal } from "../../components/refusal.tsx";
import { useToast } from "../../components/toasts.tsx";
import { call, type Reply } from "../../lib/api.ts";
import { useUndo } from "../../lib/use-undo.ts";

/** What a set says of itself, and the way to be rid of it. */
export function SetSettings({ set }: { readonly set: Reply<"GET /sets/:set"> }) {
  const [name, setName] = useState(set.name ?? "");
  const [description, setDescription] = useState(set.description ?? "");
  const queries = useQueryClient();
  const navigate = useNavigate();
  const toast = useToast();
  const undo = useUndo();
  const params = { set: set.id };
  const refresh = () =>
    Promise.all(["sets", "set"].map((key) => queries.invalidateQueries({ queryKey: [key] })));
  const save = useMutation({
    mutationFn: () =>
      call("PUT /sets/:set", { params, body: { name, description }, ifMatch: set.tag }),
    onSuccess: (made) => toast({ words: "Saved.", undo: () => undo.mutate(made.undo) }),
    onSettled: refresh,
  });
  const remove = useMutation({
    mutationFn: () => call("DELETE /sets/:set", { params, ifMatch: set.tag }),
    onSuccess: async (made) => {
      toast({ words: `Deleted ${set.path}.`, undo: () => undo.mutate(made.undo) });
      await navigate({ to: "/sets" });
      queries.removeQueries({ queryKey: ["set", set.id] });
      await queries.invalidateQueries({ queryKey: ["sets"] });
    },
  });
  const isSame = name === (set.name ?? "") && description === (set.description ?? "");
  return (
    <div className="pane settings">
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate();
        }}
      >
        <label className="formrow">
          <span className="label">Name</span>
          <input className="val" value={name} onChange={({ target }) => setName(target.value)} />
        </label>
        <label className="formrow">
          <span className="label">What it is for</span>
          <textarea
            className="val"
            rows={3}
            value={description}
            onChange={({ target }) => setDescription(target.value)}
          />
        </label>
        <dl className="facts stack">
          <div>
            <dt>id</dt>
            <dd className="mono">{set.evalSetId || "cannot be read"}</dd>
          </div>
          <div>
            <dt>file</dt>
            <dd className="mono">{set.path}</dd>
          </div>
          <div>
            <dt>criteria</dt>
            <dd className={set.configFile === undefined ? undefined : "mono"}>
              {set.configFile ?? "the defaults, or those of the project"}
            </dd>
          </div>
        </dl>
        <Refusal error={save.error ?? remove.error} />
        <div className="btns formend">
          <button
            type="button"
            className="btn"
            disabled={remove.isPending}
            onClick={() => remove.mutate()}
          >
            Delete set
          </button>
          <button type="submit" className="btn primary push" disabled={isSame || save.isPending}>
            Save
          </button>
        </div>
      </form>
    </div>
  );
}
