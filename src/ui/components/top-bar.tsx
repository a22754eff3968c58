import { useSyncExternalStore } from "react";
import { chosenTheme, nextTheme, onThemeChange } from "../lib/theme.ts";
import { Crumbs } from "./crumbs.tsx";
import { Icon } from "./icon.tsx";
import { ConnectionMark } from "./status/connection-mark.tsx";
import { JobPill } from "./status/job-pill.tsx";
import { WhoMark } from "./who/who-mark.tsx";

/** Where you are, what runs, the way to everything else, and how it looks. */
export function TopBar({ onPalette }: { readonly onPalette: () => void }) {
  const theme = useSyncExternalStore(onThemeChange, chosenTheme);
  return (
    <header className="topbar">
      <Crumbs />
      <div className="row push">
        <JobPill />
        <button
          type="button"
          className="btn s ghost"
          aria-keyshortcuts="Control+K Meta+K"
          onClick={onPalette}
        >
          <Icon name="search" />
          <span className="wide">Go to or run</span>
          <span className="sr narrow">Go to or run</span>
          <kbd className="kbd">{modifier} K</kbd>
        </button>
        <ConnectionMark />
        <WhoMark />
        <button
          type="button"
          className="btn s ghost square"
          aria-label={`Theme: ${theme}`}
          title={`Theme: ${theme}`}
          onClick={nextTheme}
        >
          <Icon name="theme" />
        </button>
      </div>
    </header>
  );
}

const modifier = /Mac|iPhone|iPad/.test(navigator.platform) ? "⌘" : "Ctrl";
