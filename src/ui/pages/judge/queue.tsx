import { Link, useSearch } from "@tanstack/react-router";
import { useRef } from "react";
import { useKeys } from "../../lib/keys/use-keys.ts";
import { useRowKeys } from "../../lib/keys/use-row-keys.ts";
import { Answer } from "./answer.tsx";
import { Ask } from "./ask.tsx";
import type { Shown } from "./judge-search.ts";
import { rightness, tallyText } from "./rightness.ts";
import type { ShownAnswer, ShownJudge } from "./shown-judge.ts";
import { useLabel } from "./use-label.ts";

/** Answers to read and to label, one after the other, by keyboard. */
export function Queue({ shown }: { readonly shown: ShownJudge }) {
  const { item } = useSearch({ from: "/judges/$judge" });
  const list = useRef<HTMLUListElement>(null);
  const labelling = useLabel(shown);
  const { answers, show, counts, isLabelled } = shown;
  const current = answers.find(({ key }) => key === item) ?? answers[0];
  useRowKeys(list, { noun: "answer" });
  const isOff = current === undefined || !isLabelled;
  const act = (what: (answer: ShownAnswer) => void) => () => current && what(current);
  useKeys([
    {
      keys: "y",
      does: "This answer is right",
      run: act((each) => labelling.say(each, "pass")),
      isOff,
    },
    {
      keys: "n",
      does: "This answer is wrong",
      run: act((each) => labelling.say(each, "fail")),
      isOff,
    },
    { keys: "s", does: "Skip this answer", run: act(labelling.skip), isOff },
    {
      keys: "u",
      does: "Take back the last label",
      run: labelling.undo,
      isOff: labelling.last === undefined,
    },
  ]);
  return (
    <section className="pane mid2" aria-label="Answers to label">
      <div className="bar">
        <h2>{titles[show]}</h2>
        <span className="small muted">{counts[show]}, newest first</span>
        <nav className="seg s push" aria-label="Show">
          {(Object.keys(words) as Shown[]).map((each) => (
            <Link
              key={each}
              to="/judges/$judge"
              params={{ judge: shown.metric }}
              search={{ model: shown.model, list: each }}
              aria-current={each === show ? "true" : undefined}
            >
              {words[each]} {counts[each]}
            </Link>
          ))}
        </nav>
      </div>
      <ul className="queue pane" ref={list}>
        {answers.map((answer) => (
          <Row key={answer.key} answer={answer} isCurrent={answer === current} />
        ))}
        {counts[show] > answers.length && (
          <li className="small muted more">
            {counts[show] - answers.length} more come up as these get labels
          </li>
        )}
      </ul>
      {current === undefined ? (
        <Nothing shown={shown} />
      ) : (
        <article className="read pane" aria-label={current.evalId}>
          <Answer answer={current} metric={shown.metric} />
          <Ask
            answer={current}
            place={answers.indexOf(current) + 1}
            of={counts[show]}
            labelling={labelling}
          />
        </article>
      )}
    </section>
  );
}

const words: Readonly<Record<Shown, string>> = {
  disagreements: "Disagreements",
  lenient: "Too lenient",
  strict: "Too strict",
  unlabelled: "Unlabelled",
  labelled: "Labelled",
};

const titles: Readonly<Record<Shown, string>> = {
  ...words,
  lenient: "Passed, and wrong",
  strict: "Failed, and right",
};

interface RowProps {
  readonly answer: ShownAnswer;
  readonly isCurrent: boolean;
}

function Row({ answer, isCurrent }: RowProps) {
  const { key, evalId, shortId, trial, label, judge, votes, rubricId } = answer;
  const tally = votes === undefined ? "" : ` ${tallyText(votes, judge)}`;
  const said = judge === "no verdict" ? "no verdict" : `judge ${rightness[judge]}${tally}`;
  return (
    <li>
      <Link
        from="/judges/$judge"
        to="/judges/$judge"
        search={(now) => ({ ...now, item: key })}
        aria-current={isCurrent ? "true" : undefined}
        data-row=""
        replace
      >
        <code className="clip">{evalId}</code>
        <span className="small">
          {shortId}
          {trial > 0 && `, trial ${trial + 1}`}
        </span>
        <span className="small clip">
          {label === undefined ? "not labelled yet" : `${said}, label ${rightness[label.label]}`}
          {rubricId !== undefined && `, ${rubricId}`}
        </span>
      </Link>
    </li>
  );
}

function Nothing({ shown: { show, isLabelled, counts } }: { readonly shown: ShownJudge }) {
  const why = !isLabelled
    ? "This judge looks at something else than single answers, and a label holds one. Its control questions stand on the right."
    : show === "unlabelled"
      ? counts.labelled === 0
        ? "It was asked about no answer in the last runs."
        : "Every answer of the last runs has a label."
      : counts.labelled === 0
        ? "Nobody has labelled an answer yet. Begin with the unlabelled ones."
        : "There is none of this kind.";
  return (
    <div className="read empty">
      <p>{why}</p>
    </div>
  );
}
