import type { ReactNode } from "react";
import type { Role } from "../../../core/team/role.ts";
import { useLack } from "../../lib/use-me.ts";

interface AllowedProps {
  readonly needs: Role;
  /** True: where it is not allowed nothing stands there, since something near it says why. */
  readonly isSilent?: boolean;
  readonly children: ReactNode;
}

/** Offers something to those who may do it; others are told which role it needs. */
export function Allowed({ needs, isSilent = false, children }: AllowedProps) {
  const lack = useLack(needs);
  if (lack === undefined) return children;
  return isSilent ? null : <span className="small muted lack">{lack}</span>;
}
