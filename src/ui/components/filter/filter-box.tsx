import { type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from "react";
import type { FilterProblem } from "../../../core/filter/filter.ts";
import { filterText, termText } from "../../../core/filter/filter-text.ts";
import { parseFilter } from "../../../core/filter/parse-filter.ts";
import { Icon } from "../icon.tsx";
import { completed, completionsOf, type FilterHint } from "./complete-filter.ts";
import { useTypedText } from "./use-typed-text.ts";

interface FilterBoxProps {
  readonly label: string;
  readonly placeholder: string;
  readonly filter: string;
  /** What can be asked here, in the order in which it is offered. */
  readonly hints: readonly FilterHint[];
  /** What the server could not ask of this list. */
  readonly problems?: readonly { readonly message: string }[] | undefined;
  readonly onFilter: (filter: string) => void;
}

/** Narrows a list down, in words or in the language of filters: what can be typed is offered, and each term can be taken out again. */
export function FilterBox(props: FilterBoxProps) {
  const { label, placeholder, hints } = props;
  const [filter, change] = useTypedText(props.filter, props.onFilter);
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const goOnAt = useRef<number>(undefined);
  useLayoutEffect(() => {
    const { current } = goOnAt;
    goOnAt.current = undefined;
    if (current !== undefined) input.current?.setSelectionRange(current, current);
  });
  const [caret, setCaret] = useState<number>();
  const [chosen, setChosen] = useState(-1);
  const { terms, problems: unread } = parseFilter(filter);
  const isBeingTyped = ({ start, end }: FilterProblem) =>
    caret === end && /[.:<>=]$/.test(filter.slice(start, end));
  const refused = props.problems?.filter(
    ({ message }) => !unread.some((each) => each.message === message),
  );
  const [problem] = [...unread.filter((each) => !isBeingTyped(each)), ...(refused ?? [])];
  const offered = caret === undefined ? [] : completionsOf(filter, caret, hints);
  const isOpen = offered.length > 0;
  const look = (at: number | undefined) => {
    setCaret(at);
    setChosen(-1);
  };
  function complete(at: number): void {
    const completion = offered[at];
    if (completion === undefined || caret === undefined) return;
    const next = completed(filter, caret, completion);
    goOnAt.current = next.caret;
    change(next.text);
    look(next.caret);
  }
  function press(event: KeyboardEvent<HTMLInputElement>): void {
    const step = steps[event.key];
    if (step === 1 && caret === undefined) look(event.currentTarget.selectionStart ?? 0);
    else if (!isOpen) return;
    else if (step !== undefined) setChosen(placeAfter(chosen, step, offered.length));
    else if (event.key === "Enter" && chosen >= 0) complete(chosen);
    else if (event.key === "Escape") look(undefined);
    else return;
    event.preventDefault();
  }
  return (
    <>
      <div className="filterbox">
        <label className="field" title={problem?.message}>
          <Icon name="search" />
          <span className="sr">{label}</span>
          <input
            ref={input}
            data-filter
            role="combobox"
            autoComplete="off"
            spellCheck={false}
            value={filter}
            placeholder={placeholder}
            aria-autocomplete="list"
            aria-expanded={isOpen}
            aria-controls={isOpen ? `${id}-list` : undefined}
            aria-activedescendant={isOpen && chosen >= 0 ? `${id}-${chosen}` : undefined}
            aria-invalid={problem !== undefined}
            aria-describedby={problem === undefined ? undefined : `${id}-problem`}
            onChange={({ target }) => {
              change(target.value);
              // what was emptied is left alone: the list below would be covered, and the arrow keys open it
              const at = target.selectionStart ?? target.value.length;
              look(target.value.trim() === "" ? undefined : at);
            }}
            onKeyDown={press}
            onBlur={() => look(undefined)}
          />
          <span className="kbd wide" aria-hidden="true">
            /
          </span>
        </label>
        {isOpen && (
          <div className="filter-offers" id={`${id}-list`} role="listbox" aria-label="Filters">
            {offered.map(({ text, about }, at) => (
              // the keys are the input's, which keeps the focus
              // biome-ignore lint/a11y/useFocusableInteractive: the input keeps the focus
              <div
                key={text}
                id={`${id}-${at}`}
                role="option"
                aria-selected={at === chosen}
                onMouseDown={(event) => {
                  event.preventDefault();
                  complete(at);
                }}
              >
                <span className="mono">{text}</span>
                <span className="clip faint small">{about}</span>
              </div>
            ))}
          </div>
        )}
      </div>
      {isWorthChips(filter, terms.length) &&
        terms.map((term) => (
          <span key={termText(term)} className="chip mono">
            {termText(term)}
            <button
              type="button"
              aria-label={`Without ${termText(term)}`}
              onClick={() => {
                change(filterText(terms.filter((each) => each !== term)));
                input.current?.focus();
              }}
            >
              ×
            </button>
          </span>
        ))}
      {problem !== undefined && (
        <span className="t-fail small" id={`${id}-problem`}>
          {problem.message}
        </span>
      )}
    </>
  );
}

const steps: Readonly<Record<string, 1 | -1>> = { ArrowDown: 1, ArrowUp: -1 };

function placeAfter(at: number, step: 1 | -1, count: number): number {
  return at < 0 && step < 0 ? count - 1 : (at + step + count) % count;
}

/** A single word that is being typed is seen well enough where it stands. */
function isWorthChips(filter: string, terms: number): boolean {
  return terms > 1 || /[:<>=]/.test(filter);
}
