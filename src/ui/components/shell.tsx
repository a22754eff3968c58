import { Outlet } from "@tanstack/react-router";
import { Rail } from "./rail.tsx";
import { TopBar } from "./top-bar.tsx";

/** The frame of every screen. */
export function Shell() {
  return (
    <div className="shell">
      <Rail />
      <TopBar />
      <Outlet />
    </div>
  );
}
