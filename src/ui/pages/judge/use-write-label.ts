import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useToast } from "../../components/toasts.tsx";
import { ApiProblem, call } from "../../lib/api.ts";

/** What a person says of an answer; null takes it back. */
export interface GivenLabel {
  readonly answer: string;
  readonly label: "pass" | "fail" | null;
}

/** The conversation that an answer is in, where it need not be in the last runs. */
interface LabelPlace {
  readonly run: string;
  readonly set: string;
  readonly case: string;
  readonly trial: number;
}

/** Writes into the file of labels, and has everything that it changes read again. */
export function useWriteLabel(metric: string, of?: LabelPlace) {
  const queries = useQueryClient();
  const toast = useToast();
  return useMutation({
    mutationFn: ({ answer, label }: GivenLabel) =>
      call("POST /judges/:judge/labels", {
        params: { judge: metric },
        body: { answer, label, ...(of && { of }) },
      }),
    onError: (error) =>
      toast({
        words: error instanceof ApiProblem ? error.message : "The label could not be written.",
      }),
    onSettled: () =>
      Promise.all(
        ["judge", "judges", ...(of === undefined ? [] : ["run"])].map((key) =>
          queries.invalidateQueries({ queryKey: [key] }),
        ),
      ),
  });
}
