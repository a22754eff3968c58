import type { RunTabProps } from "../use-run.ts";

export function LogTab(_: RunTabProps) {
  return <p className="empty">log</p>;
}
