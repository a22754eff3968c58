import { Link, Outlet } from "@tanstack/react-router";
import { Icon } from "./icon.tsx";
import { TopBar } from "./top-bar.tsx";

/** The frame of every screen. */
export function Shell() {
  return (
    <div className="shell">
      <nav className="rail" aria-label="Main">
        <Link className="mark" to="/" aria-label="Assay">
          <Icon name="mark" />
        </Link>
        <Link to="/runs">
          <Icon name="runs" />
          Runs
        </Link>
      </nav>
      <TopBar />
      <Outlet />
    </div>
  );
}
