import {
  acceptedValue,
  kindOf,
  type MatcherKind,
  matcherFor,
  matcherKinds,
  matchersOf,
  matcherWords,
  withMatcher,
} from "./edits/edit-matchers.ts";
import { MatcherField } from "./matcher-field.tsx";
import { seenText } from "./seen-text.ts";
import type { Draft } from "./use-draft.ts";

interface ArgFieldProps {
  readonly draft: Draft;
  readonly tool: string;
  readonly name: string;
  /** What the expected call has; undefined where only a matcher names it. */
  readonly value: unknown;
  /** What recorded runs gave, one for each call of the tool. */
  readonly seen: readonly unknown[];
  readonly onValue: (value: unknown) => void;
  readonly onRemove: () => void;
}

/** One argument, and how it is compared. A matcher holds for this tool in the whole case. */
export function ArgField({ draft, tool, name, value, seen, onValue, onRemove }: ArgFieldProps) {
  const matcher = matchersOf(draft.value, tool)[name];
  const kind = kindOf(matcher);
  const place = { tool, arg: name };
  const set = (next: typeof matcher) => draft.change(withMatcher(draft.value, place, next));
  function choose(next: MatcherKind): void {
    set(matcherFor(next, value ?? acceptedValue(matcher) ?? seen[0]));
  }
  return (
    <li className="arg">
      <code className="clip" title={name}>
        {name}
      </code>
      <span className="sel">
        <select
          aria-label={`${tool}, ${name}: how it is compared`}
          value={kind}
          onChange={({ target }) => choose(target.value as MatcherKind)}
        >
          {matcherKinds.map((each) => (
            <option key={each} value={each}>
              {matcherWords[each]}
            </option>
          ))}
        </select>
      </span>
      <MatcherField
        label={`${tool}, ${name}`}
        matcher={matcher}
        value={value}
        onValue={(next) => {
          if (matcher === undefined || "semantic" in matcher) onValue(next);
          else set({ equals: next });
        }}
        onMatcher={set}
      />
      <span className="seen" title={seen.map((each) => JSON.stringify(each)).join("\n")}>
        {seenText(matcher, value, seen)}
      </span>
      <button
        type="button"
        className="btn s ghost square"
        aria-label={`Remove ${name} of ${tool}`}
        title="Remove"
        onClick={() => {
          if (value === undefined) set(undefined);
          else onRemove();
        }}
      >
        ×
      </button>
    </li>
  );
}
