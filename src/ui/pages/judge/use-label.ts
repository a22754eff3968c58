import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import type { ShownAnswer, ShownJudge } from "./shown-judge.ts";
import { useWriteLabel } from "./use-write-label.ts";

/** What was said of an answer, and what was said of it before. */
export interface LastLabel {
  readonly answer: ShownAnswer;
  readonly label: "pass" | "fail" | null;
}

/** Says whether an answer is right, and goes on to the next one; what was said last can be taken back. */
export function useLabel({ metric, answers, show }: ShownJudge) {
  const [last, setLast] = useState<LastLabel>();
  const navigate = useNavigate({ from: "/judges/$judge" });
  const write = useWriteLabel(metric);

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
      write.mutate(
        { answer: answer.key, label },
        {
          onSuccess: () => {
            setLast({ answer, label });
            if (label !== null) skip(answer);
          },
        },
      );
    },
    undo(): void {
      if (last === undefined || write.isPending) return;
      const before = { answer: last.answer.key, label: last.answer.label?.label ?? null };
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
