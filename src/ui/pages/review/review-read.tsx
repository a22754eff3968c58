import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { Problem } from "../../components/problem.tsx";
import { SaidTurns } from "../../components/said-turns.tsx";
import { call } from "../../lib/api.ts";
import { useKeys } from "../../lib/keys/use-keys.ts";
import { useLack } from "../../lib/use-me.ts";
import { timeText } from "../../lib/words.ts";
import { Answer } from "../judge/answer.tsx";
import { ReviewAsk } from "./review-ask.tsx";
import { traceLink } from "./trace-link.ts";
import type { ReviewItem, Saying } from "./use-review.ts";

interface ReadProps {
  readonly item: ReviewItem;
  readonly place: number;
  readonly of: number;
  readonly saying: Saying;
}

/** What is looked at, and the question to a person. */
export function ReviewRead({ item, place, of, saying }: ReadProps) {
  const { id, title, said } = item;
  const { data, error } = useQuery({
    queryKey: ["review", "item", id],
    queryFn: ({ signal }) => call("GET /review/:item", { params: { item: id }, signal }),
  });
  const navigate = useNavigate();
  const cannotEdit = useLack("editor");
  const trace = traceLink(item.of);
  const open = (capture: boolean) => () =>
    void navigate({ ...trace, search: { ...trace.search, ...(capture && { capture }) } });
  const isOff = item.isGone || error !== null;
  useKeys([
    { keys: "t", does: "Open the trace", run: open(false), isOff },
    {
      keys: "c",
      does: "Capture as case",
      run: open(true),
      isOff: isOff || cannotEdit !== undefined,
    },
  ]);
  return (
    <article className="read pane" aria-label={title}>
      {error !== null && <Problem error={error} />}
      {data?.judged !== undefined && item.of.metric !== undefined ? (
        <Answer answer={data.judged} metric={item.of.metric} />
      ) : (
        item.of.metric === undefined && !isOff && <Conversation item={item} />
      )}
      {said !== undefined && (
        <p className="sect small muted">
          {said.by === undefined ? "Said" : `${said.by} said`} {said.says}, {timeText(said.at)}.
        </p>
      )}
      <ReviewAsk
        item={item}
        detail={data}
        isGone={isOff}
        place={place}
        of={of}
        saying={saying}
        trace={trace}
      />
    </article>
  );
}

function Conversation({ item: { of, title } }: Pick<ReadProps, "item">) {
  const { session, chat, run, set, case: evalId, trial } = of;
  const asked = { session, chat, run, set, case: evalId, trial };
  const { data, error } = useQuery({
    queryKey: ["trace", asked],
    queryFn: ({ signal }) => call("GET /trace", { query: asked, signal }),
  });
  if (error !== null) return <Problem error={error} />;
  return (
    <section className="sect">
      <h2>
        <span className="clip" title={title}>
          {run === undefined ? "What was said and done" : <code>{title}</code>}
        </span>
        {run !== undefined && evalId !== undefined && (
          <Link
            className="push small"
            to="/runs/$run/cases/$evalId"
            params={{ run, evalId }}
            search={{ set, trial: (trial ?? 0) + 1 }}
          >
            Open case
          </Link>
        )}
      </h2>
      <SaidTurns turns={data?.view.turns ?? []} />
      {data?.view.turns.length === 0 && (
        <p className="muted">{data.view.withoutContent ?? "There are no turns in it."}</p>
      )}
    </section>
  );
}
