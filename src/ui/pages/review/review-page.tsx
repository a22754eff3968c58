import { Link, useSearch } from "@tanstack/react-router";
import { useRef } from "react";
import { plural } from "../../../core/text/plural.ts";
import { Problem } from "../../components/problem.tsx";
import { Waiting } from "../../components/waiting.tsx";
import { useRowKeys } from "../../lib/keys/use-row-keys.ts";
import { NothingToReview } from "./nothing-to-review.tsx";
import { ReviewRead } from "./review-read.tsx";
import { ReviewRow } from "./review-row.tsx";
import { type ShownReview, useReview, useSaying } from "./use-review.ts";

/** What people are to look at, one after the other, by keyboard. */
export function ReviewPage() {
  const { data, error } = useReview();
  if (error !== null) {
    return (
      <main className="main">
        <Problem error={error} />
      </main>
    );
  }
  if (data === undefined) return <Waiting what="Reading what waits." />;
  return <Review shown={data} />;
}

function Review({ shown: { items, counts } }: { readonly shown: ShownReview }) {
  const { item, past } = useSearch({ from: "/review" });
  const list = useRef<HTMLUListElement>(null);
  const saying = useSaying(items);
  const current = items.find(({ id }) => id === item) ?? items[0];
  useRowKeys(list, { noun: "item" });
  return (
    <main className="main review">
      <header className="pagehead">
        <h1>Review</h1>
        <p className="lead">{sentence(counts)}</p>
      </header>
      <section className="pane mid2" aria-label="To look at">
        <div className="bar">
          <h2>{past === true ? "Looked at" : "Waiting"}</h2>
          <span className="small muted">
            {past === true ? "the last one first" : "the first one first"}
          </span>
          <nav className="seg s push" aria-label="Show">
            <Link to="/review" search={{}} aria-current={past === undefined ? "true" : undefined}>
              Waiting {counts.waiting}
            </Link>
            <Link
              to="/review"
              search={{ past: true }}
              aria-current={past === true ? "true" : undefined}
            >
              Looked at {counts.said}
            </Link>
          </nav>
        </div>
        <ul className="queue pane" ref={list}>
          {items.map((each) => (
            <ReviewRow key={each.id} item={each} isCurrent={each === current} />
          ))}
        </ul>
        {current === undefined ? (
          <NothingToReview counts={counts} saying={saying} />
        ) : (
          <ReviewRead
            key={current.id}
            item={current}
            place={items.indexOf(current) + 1}
            of={past === true ? counts.said : counts.waiting}
            saying={saying}
          />
        )}
      </section>
    </main>
  );
}

function sentence({ waiting, said, right, wrong }: ShownReview["counts"]): string {
  const head = waiting === 0 ? "Nothing waits." : `${plural(waiting, "thing")} to look at.`;
  if (said === 0) return head;
  return `${head} Of ${said} looked at, people say that ${right} ${right === 1 ? "is" : "are"} right and ${wrong} wrong.`;
}
