import { Link } from "@tanstack/react-router";
import { type ReactNode, useRef, useState } from "react";
import { Glyph } from "../../components/glyph.tsx";
import { Repeats } from "../../components/repeats.tsx";
import type { Reply } from "../../lib/api.ts";
import { useRowKeys } from "../../lib/keys/use-row-keys.ts";
import { caseAddress, type News as OneNews } from "./overview-words.ts";

/** Cases that are otherwise than when somebody last looked. Nothing is drawn where there are none. */
export function News({ news }: { readonly news: Reply<"GET /overview">["news"] }) {
  const list = useRef<HTMLDivElement>(null);
  useRowKeys(list, { noun: "case", hasFailures: true });
  const { broke, recovered, flaky } = news;
  if (broke.length + recovered.length + flaky.length === 0) return null;
  return (
    <div className="news" ref={list}>
      <Column title="Broke" news={broke}>
        {(each) => (
          <>
            <Glyph state={each.isErrored ? "errored" : "failed"} />
            <code className="clip" title={each.evalId}>
              {each.evalId}
            </code>
            <span className="why clip" title={each.why}>
              {each.why ?? each.agent}
            </span>
          </>
        )}
      </Column>
      <Column title="Recovered" news={recovered}>
        {(each) => (
          <>
            <Glyph state="passed" />
            <code className="clip" title={each.evalId}>
              {each.evalId}
            </code>
            <span className="why clip mono">{each.agent}</span>
          </>
        )}
      </Column>
      <Column title="Newly flaky" news={flaky}>
        {(each) => (
          <>
            {each.trials.length > 1 ? (
              <Repeats trials={each.trials} planned={each.trials.length} />
            ) : (
              <Glyph state={each.trials[0] ?? "failed"} />
            )}
            <code className="clip" title={each.evalId}>
              {each.evalId}
            </code>
            <span className="why clip mono">{each.agent}</span>
          </>
        )}
      </Column>
    </div>
  );
}

const SHOWN = 4;

interface ColumnProps {
  readonly title: string;
  readonly news: readonly OneNews[];
  readonly children: (each: OneNews) => ReactNode;
}

function Column({ title, news, children }: ColumnProps) {
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? news : news.slice(0, SHOWN);
  return (
    <section className="sect" aria-label={title}>
      <h2>
        {title} <span className="faint">{news.length}</span>
      </h2>
      <ul>
        {news.length === 0 && <li className="muted">None.</li>}
        {shown.map((each) => (
          <li key={`${each.agent} ${each.evalSetId} ${each.evalId}`}>
            <Link {...caseAddress(each)} data-row={each.kind === "broke" ? "failed" : ""}>
              {children(each)}
              <span className="small faint">in {each.shortId}</span>
            </Link>
          </li>
        ))}
      </ul>
      {news.length > SHOWN && (
        <button type="button" className="more" onClick={() => setWhole(!isWhole)}>
          {isWhole ? "Show fewer" : `Show ${news.length - SHOWN} more`}
        </button>
      )}
    </section>
  );
}
