import { Link, useLocation } from "@tanstack/react-router";
import { Icon, type IconName } from "./icon.tsx";

interface Place {
  readonly label: string;
  readonly to: string;
  readonly icon: IconName;
  /** What is pressed after g. */
  readonly key?: string | undefined;
  /** Beginnings of addresses that stand below it, beside its own. */
  readonly also?: string | undefined;
}

export const places: readonly Place[] = [
  { label: "Agents", to: "/agents", icon: "agents", key: "a", also: "/chats/" },
  { label: "Sets", to: "/sets", icon: "sets", key: "s", also: "/trends" },
  { label: "Runs", to: "/runs", icon: "runs", key: "r" },
  { label: "Compare", to: "/compare", icon: "compare", key: "c" },
  { label: "Live", to: "/live", icon: "live", key: "l", also: "/traces/" },
  { label: "Review", to: "/review", icon: "review", key: "v" },
  { label: "Judges", to: "/judges", icon: "judges", key: "j" },
];

/** The places that are always one step away. */
export function Rail() {
  const { pathname } = useLocation();
  return (
    <nav className="rail" aria-label="Main">
      <Link className="mark" to="/" aria-label="Assay, overview">
        <Icon name="mark" />
      </Link>
      {places.map(({ label, to, icon, also }) => (
        <Link
          key={to}
          to={to}
          {...(also !== undefined && pathname.startsWith(also) && { "aria-current": "true" })}
        >
          <Icon name={icon} />
          {label}
        </Link>
      ))}
    </nav>
  );
}
