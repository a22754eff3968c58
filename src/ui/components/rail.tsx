import { Link } from "@tanstack/react-router";
import { Icon, type IconName } from "./icon.tsx";

interface Place {
  readonly label: string;
  readonly to: string;
  readonly icon: IconName;
  /** What is pressed after g. */
  readonly key?: string | undefined;
}

export const places: readonly Place[] = [
  { label: "Agents", to: "/agents", icon: "agents", key: "a" },
  { label: "Sets", to: "/sets", icon: "sets", key: "s" },
  { label: "Runs", to: "/runs", icon: "runs", key: "r" },
  { label: "Compare", to: "/compare", icon: "compare", key: "c" },
  { label: "Live", to: "/live", icon: "live", key: "l" },
  { label: "Review", to: "/review", icon: "review", key: "v" },
  { label: "Judges", to: "/judges", icon: "judges", key: "j" },
];

/** The places that are always one step away. */
export function Rail() {
  return (
    <nav className="rail" aria-label="Main">
      <Link className="mark" to="/" aria-label="Assay, overview">
        <Icon name="mark" />
      </Link>
      {places.map(({ label, to, icon }) => (
        <Link key={to} to={to}>
          <Icon name={icon} />
          {label}
        </Link>
      ))}
    </nav>
  );
}
