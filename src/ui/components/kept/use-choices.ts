import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { ApiProblem, call, type Reply } from "../../lib/api.ts";
import { useToast } from "../toasts.tsx";

type Choices = Reply<"GET /choices">;

export type KeptPreset = Choices["kept"]["presets"][string];

/** What an address says: kept under a name, and put back by it. */
export type KeptView = Readonly<Record<string, string | number | boolean>>;

type Asked =
  | { readonly kind: "preset"; readonly name: string; readonly value: KeptPreset | null }
  | {
      readonly kind: "view";
      readonly list: "runs" | "cases" | "set" | "live";
      readonly name: string;
      readonly value: KeptView | null;
    };

/** Presets and views that were kept under names, for everybody who has the folder. */
export function useChoices() {
  const queries = useQueryClient();
  const toast = useToast();
  const { data } = useQuery({
    queryKey: ["choices"],
    queryFn: ({ signal }) => call("GET /choices", { signal }),
  });
  const keep = useMutation({
    mutationFn: (asked: Asked) => call("POST /choices", { body: asked as never }),
    onSuccess: (now, { name, value, kind }) => {
      queries.setQueryData(["choices"], now);
      const what = kind === "preset" ? "Preset" : "View";
      toast({
        words:
          value === null
            ? `${what} “${name}” was removed from ${now.path}.`
            : `${what} “${name}” is kept in ${now.path}.`,
      });
    },
    onError: (error) =>
      toast({ words: error instanceof ApiProblem ? error.message : "It could not be kept." }),
  });
  return { kept: data?.kept, path: data?.path, keep: (asked: Asked) => keep.mutate(asked) };
}
