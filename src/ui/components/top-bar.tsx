import { useState } from "react";
import { chosenTheme, nextTheme } from "../lib/theme.ts";
import { Crumbs } from "./crumbs.tsx";
import { Icon } from "./icon.tsx";

/** Where you are, and how it looks. */
export function TopBar() {
  const [theme, setTheme] = useState(chosenTheme);
  return (
    <header className="topbar">
      <Crumbs />
      <button
        type="button"
        className="btn ghost square push"
        aria-label={`Theme: ${theme}`}
        title={`Theme: ${theme}`}
        onClick={() => setTheme(nextTheme())}
      >
        <Icon name="theme" />
      </button>
    </header>
  );
}
