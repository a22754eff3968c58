import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useToast } from "../../components/toasts.tsx";
import { ApiProblem, call } from "../../lib/api.ts";
import type { ShownAnswer, ShownJudge } from "./shown-judge.ts";

/** What was said of an answer, and what was said of it before. */
export interface LastLabel {
  readonly answer: ShownAnswer;
  readonly label: "pass" | "fail" | null;
}

/** Says whether an answer is right, and goes on to the next one; what was said last can be taken back. */
export function useLabel({ metric, answers, show }: ShownJudge) {
  const [last, setLast] = useState<LastLabel>();
  const queries = useQueryClient();
  const navigate = useNavigate({ from: "/judges/$judge" });
  const toast = useToast();
  const write = useMutation({
    mutationFn: ({ answer, label }: LastLabel) =>
      call("POST /judges/:judge/labels", {
        params: { judge: metric },
        body: { answer: answer.key, label },
      }),
    onError: (error) =>
      toast({
        words: error instanceof ApiProblem ? error.message : "The label could not be written.",
      }),
    onSettled: () =>
      Promise.all(["judge", "judges"].map((key) => queries.invalidateQueries({ queryKey: [key] }))),
  });

  /** The list stays the one that was begun, whatever this label would make the first to show. */
  function look(key: string | undefined): void {
    void navigate({ search: (now) => ({ ...now, list: show, item: key }), replace: true });
  }
  function skip(answer: ShownAnswer): void {
    const at = answers.findIndex(({ key }) => key === answer.key);
    look(answers[at + 1]?.key ?? answers[0]?.key);
  }
  return {
    last,
    skip,
    isWriting: write.isPending,
    say(answer: ShownAnswer, label: "pass" | "fail" | null): void {
      if (write.isPending) return;
      const given = { answer, label };
      write.mutate(given, {
        onSuccess: () => {
          setLast(given);
          if (label !== null) skip(answer);
        },
      });
    },
    undo(): void {
      if (last === undefined || write.isPending) return;
      const before = { answer: last.answer, label: last.answer.label?.label ?? null };
      write.mutate(before, {
        onSuccess: () => {
          setLast(undefined);
          look(last.answer.key);
        },
      });
    },
  };
}

export type Labelling = ReturnType<typeof useLabel>;
