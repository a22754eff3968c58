import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useToast } from "../components/toasts.tsx";
import { ApiProblem, call } from "./api.ts";

/** Takes a change of eval sets back by the word that came with it. */
export function useUndo() {
  const queries = useQueryClient();
  const toast = useToast();
  return useMutation({
    mutationFn: (token: string) => call("POST /sets/undo", { body: { token } }),
    onSuccess: () => toast({ words: "Undone." }),
    onError: (error) =>
      toast({ words: error instanceof ApiProblem ? error.message : "It could not be undone." }),
    onSettled: () =>
      Promise.all(
        ["sets", "set", "case"].map((key) => queries.invalidateQueries({ queryKey: [key] })),
      ),
  });
}
