import { Link } from "@tanstack/react-router";
import { useKeys } from "../../lib/keys/use-keys.ts";
import { useLack } from "../../lib/use-me.ts";
import { type ReviewedThing, useReviewOf } from "./use-review-of.ts";

interface AddToReviewProps {
  readonly of: ReviewedThing | readonly ReviewedThing[];
  /** True: it stands among words, and has no key. */
  readonly isPlain?: boolean;
}

/** Puts what is on the screen where people look at it one after the other; once it waits there, leads to it. */
export function AddToReview({ of, isPlain = false }: AddToReviewProps) {
  const { waiting, add, isAdding } = useReviewOf("length" in of ? of : [of]);
  const lack = useLack("editor");
  const canAdd = lack === undefined && waiting === undefined && !isAdding;
  useKeys([{ keys: "q", does: "Add to review", run: add, isOff: !canAdd || isPlain }]);
  const className = isPlain ? "linkish small" : "btn ghost";
  if (waiting !== undefined) {
    return (
      <Link className={className} to="/review" search={{ item: waiting }}>
        In review
      </Link>
    );
  }
  if (lack !== undefined) return null;
  return (
    <button type="button" className={className} disabled={isAdding} onClick={add}>
      {isPlain ? "Review later" : "Add to review "}
      {!isPlain && (
        <span className="kbd wide" aria-hidden="true">
          q
        </span>
      )}
    </button>
  );
}
