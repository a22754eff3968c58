import { type MatchTypeJson, withSettings } from "./edits/case-json.ts";
import type { Draft } from "./use-draft.ts";

const rules: readonly (readonly [value: string, words: string])[] = [
  ["", "order: as the criteria say"],
  ["EXACT", "exact: these calls, no others"],
  ["IN_ORDER", "in order: others may come between"],
  ["ANY_ORDER", "any order"],
];

/** How strictly the calls of this case are compared. */
export function OrderRule({ draft: { value, change } }: { readonly draft: Draft }) {
  return (
    <span className="row push">
      <span className="sel">
        <select
          aria-label="Order rule of this case"
          value={value.assay?.match_type ?? ""}
          onChange={({ target }) =>
            change(
              withSettings(value, {
                match_type: (target.value || undefined) as MatchTypeJson | undefined,
              } as never),
            )
          }
        >
          {rules.map(([rule, words]) => (
            <option key={rule} value={rule}>
              {words}
            </option>
          ))}
        </select>
      </span>
      <label className="row small muted">
        <input
          type="checkbox"
          checked={value.assay?.ignore_args === true}
          onChange={({ target }) => change(withSettings(value, { ignore_args: target.checked }))}
        />
        names only
      </label>
    </span>
  );
}
