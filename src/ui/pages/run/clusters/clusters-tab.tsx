import type { RunTabProps } from "../use-run.ts";

export function ClustersTab(_: RunTabProps) {
  return <p className="empty">clusters</p>;
}
