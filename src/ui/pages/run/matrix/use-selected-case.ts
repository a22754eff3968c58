import { useSearch } from "@tanstack/react-router";
import type { CaseEntry, Entry } from "./use-case-pages.ts";

interface Pages {
  readonly at: (index: number) => Entry | undefined;
}

type Selected = Pick<CaseEntry, "evalId" | "evalSetId">;

/** The case that the address names, else the first of the list: with failures first that is the one to look at. */
export function useSelectedCase({ at }: Pages): Selected | undefined {
  const { case: evalId, set: evalSetId } = useSearch({ from: "/runs/$run" });
  if (evalId !== undefined && evalSetId !== undefined) return { evalId, evalSetId };
  const first = [at(0), at(1)].find((entry) => entry !== undefined && "evalId" in entry);
  return first as CaseEntry | undefined;
}
