import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { sameJson } from "../../../core/json/json-edit.ts";
import { useToast } from "../../components/toasts.tsx";
import { ApiProblem, call, type Reply } from "../../lib/api.ts";
import { useUndo } from "../../lib/use-undo.ts";

/** What addresses call the case and its set. */
export interface Address {
  readonly set: string;
  readonly evalId: string;
}

interface Saving {
  /** The case as text; the mistakes in it are told with their lines. */
  readonly text: string;
  readonly tag: string;
  /** The case as it stood before the edit, where that is known. */
  readonly base?: unknown;
  /** True: nothing of this name is there any more. */
  readonly isNew?: boolean | undefined;
}

type Detail = Reply<"GET /sets/:set/cases/:case">;

/** Writes the case and stays with it, also where it got another id. */
export function useSave({ set, evalId }: Address, onSaved: (tag: string) => void) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const toast = useToast();
  const undo = useUndo();
  return useMutation({
    mutationFn: async ({ text, tag, base, isNew }: Saving) => {
      await queries.cancelQueries({ queryKey: ["case", set, evalId] });
      if (isNew === true)
        return await call("POST /sets/:set/cases", { params: { set }, body: { text } });
      const params = { set, case: evalId };
      const write = (ifMatch: string) =>
        call("PUT /sets/:set/cases/:case", { params, body: { text }, ifMatch });
      try {
        return await write(tag);
      } catch (error) {
        if (!isConflict(error) || base === undefined) throw error;
        // what somebody did to other cases meanwhile is no matter
        const now = await call("GET /sets/:set/cases/:case", { params }).catch(() => undefined);
        if (now === undefined || !sameJson(now.case, base)) throw error;
        return await write(now.tag);
      }
    },
    onSuccess: async (made, { text }) => {
      const value = JSON.parse(text) as Record<string, unknown>;
      queries.setQueryData<Detail>(["case", set, evalId], (now) =>
        now === undefined ? now : { ...now, case: value, text, tag: made.tag },
      );
      onSaved(made.tag);
      toast({ words: `Saved ${made.evalId}.`, undo: () => undo.mutate(made.undo) });
      if (made.evalId !== evalId) {
        await navigate({
          to: "/sets/$set/cases/$evalId",
          params: { set, evalId: made.evalId },
          search: true,
          replace: true,
          ignoreBlocker: true,
        });
      }
      await Promise.all(
        ["sets", "set", "case"].map((key) => queries.invalidateQueries({ queryKey: [key] })),
      );
    },
    onError: async (error) => {
      if (isConflict(error)) {
        await queries.refetchQueries({ queryKey: ["case", set, evalId] });
      }
    },
  });
}

function isConflict(error: unknown): boolean {
  return error instanceof ApiProblem && error.status === 409;
}
