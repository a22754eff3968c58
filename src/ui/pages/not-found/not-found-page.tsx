import { Link } from "@tanstack/react-router";

export function NotFoundPage() {
  return (
    <main className="main">
      <div className="empty">
        <h1 className="lead">There is no such page.</h1>
        <Link to="/runs">All runs</Link>
      </div>
    </main>
  );
}
