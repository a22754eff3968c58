import { Link } from "@tanstack/react-router";
import { numberText } from "../../lib/amounts.ts";
import type { SetTab } from "./set-search.ts";

const tabs: readonly (readonly [tab: SetTab, words: string])[] = [
  ["cases", "Cases"],
  ["settings", "Settings"],
  ["trends", "Trends"],
];

interface SetTabsProps {
  readonly count: number;
  /** Empty where the file has none that can be read. */
  readonly evalSetId: string;
}

export function SetTabs({ count, evalSetId }: SetTabsProps) {
  // runs are kept by the id of their set
  const shown = tabs.filter(([each]) => each !== "trends" || evalSetId !== "");
  return (
    <nav className="tabs" aria-label="Of this set">
      <div className="tablinks">
        {shown.map(([each, words]) => (
          <Link
            key={each}
            from="/sets/$set"
            search={(now) => ({ ...now, tab: each === "cases" ? undefined : each })}
            className="tab"
            activeOptions={{ exact: true, includeSearch: true }}
          >
            {words}
            {each === "cases" && <span className="faint">{numberText(count)}</span>}
          </Link>
        ))}
      </div>
    </nav>
  );
}
