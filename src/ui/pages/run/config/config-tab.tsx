import type { RunTabProps } from "../use-run.ts";

export function ConfigTab(_: RunTabProps) {
  return <p className="empty">config</p>;
}
