import { useNavigate, useSearch } from "@tanstack/react-router";
import type { TurnView } from "./turn-diff.tsx";

/** How a turn is shown, as the address says it. */
export function useTurnView(): TurnView {
  const { diff, answer, step } = useSearch({ from: "/runs/$run/cases/$evalId" });
  const navigate = useNavigate({ from: "/runs/$run/cases/$evalId" });
  return {
    isUnified: diff === "unified",
    isClaims: answer === "claims",
    step,
    select(place) {
      void navigate({ search: (now) => ({ ...now, step: place, span: undefined }), replace: true });
    },
    show({ isUnified = diff === "unified", isClaims = answer === "claims" }) {
      void navigate({
        search: (now) => ({
          ...now,
          diff: isUnified ? "unified" : undefined,
          answer: isClaims ? "claims" : undefined,
        }),
        replace: true,
      });
    },
  };
}
