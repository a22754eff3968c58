import { Link, useLocation } from "@tanstack/react-router";

export function NotFoundPage() {
  const { pathname } = useLocation();
  return (
    <main className="main">
      <div className="empty">
        <h1 className="lead">There is no such page.</h1>
        <p>
          Nothing stands at <code>{pathname}</code>. The address may be mistyped, or from another
          version.
        </p>
        <p className="row">
          <Link to="/">Overview</Link>
          <Link to="/sets">All eval sets</Link>
          <Link to="/runs">All runs</Link>
        </p>
      </div>
    </main>
  );
}
