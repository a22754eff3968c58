import { Link, useParams } from "@tanstack/react-router";
import { useState } from "react";
import { chosenTheme, nextTheme } from "../lib/theme.ts";
import { Icon } from "./icon.tsx";

/** Where you are, and how it looks. */
export function TopBar() {
  const { run, evalId } = useParams({ strict: false });
  const [theme, setTheme] = useState(chosenTheme);
  return (
    <header className="topbar">
      <nav className="crumbs" aria-label="Where you are">
        <ol>
          <li>
            {run === undefined ? (
              <span aria-current="page">Runs</span>
            ) : (
              <Link to="/runs">Runs</Link>
            )}
          </li>
          {run !== undefined && (
            <li className="mono">
              {evalId === undefined ? (
                <span aria-current="page">{run}</span>
              ) : (
                <Link to="/runs/$run" params={{ run }}>
                  {run}
                </Link>
              )}
            </li>
          )}
          {evalId !== undefined && (
            <li className="mono">
              <span aria-current="page">{evalId}</span>
            </li>
          )}
        </ol>
      </nav>
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
