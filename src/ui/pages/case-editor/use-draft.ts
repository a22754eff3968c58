import { useState } from "react";
import { sameJson } from "../../../core/json/json-edit.ts";
import type { Reply } from "../../lib/api.ts";
import type { CaseJson } from "./edits/case-json.ts";
import { changedParts } from "./edits/changed-parts.ts";
import { merged } from "./edits/merge.ts";

type Detail = Reply<"GET /sets/:set/cases/:case">;

/** A case while it is edited: what it was, what it is to be, and what somebody else made of it meanwhile. */
export interface Draft {
  readonly value: CaseJson;
  /** What is in the file, as far as this editor took note of it. */
  readonly saved: CaseJson;
  readonly tag: string;
  readonly isChanged: boolean;
  /** Parts of the case that are edited. */
  readonly edits: readonly string[];
  /** Set where the file has another version of this case than the one that is edited. */
  readonly conflict?: Conflict | undefined;
  readonly canUndo: boolean;
  change(next: CaseJson): void;
  undo(): void;
  discard(): void;
  /** After it was written: what was edited is what stands in the file. */
  settle(tag: string): void;
}

interface Conflict {
  /** What others changed. */
  readonly parts: readonly string[];
  takeTheirs(): void;
  keepMine(): void;
  /** Undefined where both changed the same thing. */
  readonly takeBoth?: (() => void) | undefined;
}

interface State {
  readonly base: CaseJson;
  readonly tag: string;
  readonly value: CaseJson;
  readonly past: readonly CaseJson[];
  /** When the last change was: what is typed in one go is undone in one go. */
  readonly at: number;
}

const ONE_GO_MS = 700;
const MOST_STEPS = 100;

export function useDraft(detail: Detail): Draft {
  const theirs = detail.case as CaseJson;
  const [kept, setKept] = useState<State>(() => stateOf(theirs, detail.tag));
  const state = upToDate(kept, theirs, detail.tag);
  if (state !== kept) setKept(state);
  const { base, value, past, tag } = state;
  const isOther = tag !== detail.tag;
  const both = isOther ? merged(base, value, theirs) : undefined;
  const rebase = (next: CaseJson) =>
    setKept({ ...stateOf(theirs, detail.tag), value: next, past: [value] });
  return {
    value,
    saved: base,
    tag,
    isChanged: !sameJson(base, value),
    edits: changedParts(base, value),
    conflict: isOther
      ? {
          parts: changedParts(base, theirs),
          takeTheirs: () => rebase(theirs),
          keepMine: () => rebase(value),
          takeBoth: both && (() => rebase(both.value as CaseJson)),
        }
      : undefined,
    canUndo: past.length > 0,
    change: (next) =>
      setKept((now) => {
        const at = Date.now();
        const isSameGo = at - now.at < ONE_GO_MS && now.past.length > 0;
        const steps = isSameGo ? now.past : [...now.past, now.value].slice(-MOST_STEPS);
        return { ...now, value: next, past: steps, at };
      }),
    undo: () =>
      setKept((now) => ({
        ...now,
        value: now.past.at(-1) ?? now.value,
        past: now.past.slice(0, -1),
        at: 0,
      })),
    discard: () => setKept({ ...state, value: base, past: [...past, value], at: 0 }),
    settle: (next) => setKept((now) => ({ ...now, base: now.value, tag: next })),
  };
}

function stateOf(value: CaseJson, tag: string): State {
  return { base: value, tag, value, past: [], at: 0 };
}

/** A change of other cases is none of ours; one of this case is taken as long as nothing is edited. */
function upToDate(state: State, theirs: CaseJson, tag: string): State {
  if (state.tag === tag) return state;
  if (sameJson(state.base, theirs)) return { ...state, tag };
  if (sameJson(state.value, theirs)) return { ...state, base: theirs, tag };
  return sameJson(state.base, state.value) ? stateOf(theirs, tag) : state;
}
