import { Link } from "@tanstack/react-router";
import type { SetTab } from "./set-search.ts";

const tabs: readonly (readonly [tab: SetTab, words: string])[] = [
  ["cases", "Cases"],
  ["settings", "Settings"],
];

export function SetTabs({ tab, count }: { readonly tab: SetTab; readonly count: number }) {
  return (
    <nav className="tabs" aria-label="Of this set">
      <div className="tablinks">
        {tabs.map(([each, words]) => (
          <Link
            key={each}
            from="/sets/$set"
            search={(now) => ({ ...now, tab: each === "cases" ? undefined : each })}
            aria-current={each === tab ? "page" : undefined}
            className="tab"
            activeProps={{}}
          >
            {words}
            {each === "cases" && <span className="faint">{count}</span>}
          </Link>
        ))}
      </div>
    </nav>
  );
}
