import { Link } from "@tanstack/react-router";
import { useMe } from "../../lib/use-me.ts";

/** What there is of who may come in; the last two are for admins. */
export function AccountTabs() {
  const { data } = useMe();
  if (data?.role !== "admin") return null;
  return (
    <div className="tabs">
      <nav aria-label="Account">
        <Link to="/account">You</Link>
        <Link to="/people">Users</Link>
        <Link to="/audit">Audit log</Link>
      </nav>
    </div>
  );
}
