import { Link } from "@tanstack/react-router";
import { useMe } from "../../lib/use-me.ts";
import { Icon } from "../icon.tsx";

/** Who is signed in, on a server where that is a question. */
export function WhoMark() {
  const { data } = useMe();
  if (data === undefined || data.user === null) return null;
  return (
    <Link to="/account" className="btn s ghost" title={`Signed in as ${data.label}, ${data.role}`}>
      <Icon name="user" />
      <span className="wide">{data.label}</span>
      <span className="sr narrow">Signed in as {data.label}</span>
    </Link>
  );
}
