import { Link } from "@tanstack/react-router";
import type { SetTab } from "./set-search.ts";

const tabs: readonly (readonly [tab: SetTab, words: string])[] = [
  ["cases", "Cases"],
  ["settings", "Settings"],
];

export function SetTabs({ count }: { readonly count: number }) {
  return (
    <nav className="tabs" aria-label="Of this set">
      <div className="tablinks">
        {tabs.map(([each, words]) => (
          <Link
            key={each}
            from="/sets/$set"
            search={(now) => ({ ...now, tab: each === "cases" ? undefined : each })}
            className="tab"
            activeOptions={{ exact: true, includeSearch: true }}
          >
            {words}
            {each === "cases" && <span className="faint">{count}</span>}
          </Link>
        ))}
      </div>
    </nav>
  );
}
