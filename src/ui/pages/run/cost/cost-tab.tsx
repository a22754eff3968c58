import type { RunTabProps } from "../use-run.ts";

export function CostTab(_: RunTabProps) {
  return <p className="empty">cost</p>;
}
