import { Link, useMatches } from "@tanstack/react-router";
import type { Crumb } from "../lib/crumbs.ts";

/** The way to this screen, as its route tells it. */
export function Crumbs() {
  const match = useMatches().at(-1);
  const crumbs = match?.staticData.crumbs?.(match.params) ?? [];
  return (
    <nav className="crumbs" aria-label="Where you are">
      <ol>
        {crumbs.map((crumb, at) => (
          <li key={crumb.label} className={crumb.isId === true ? "mono" : undefined}>
            <Step crumb={crumb} isLast={at === crumbs.length - 1} />
          </li>
        ))}
      </ol>
    </nav>
  );
}

function Step({
  crumb: { label, to },
  isLast,
}: {
  readonly crumb: Crumb;
  readonly isLast: boolean;
}) {
  if (isLast || to === undefined)
    return <span aria-current={isLast ? "page" : undefined}>{label}</span>;
  return <Link to={to}>{label}</Link>;
}
