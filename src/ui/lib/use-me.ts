import { useQuery } from "@tanstack/react-query";
import { mayAct, type Role } from "../../core/team/role.ts";
import { call } from "./api.ts";

/** Who looks at this page, and what they may do; `user` is null on a server for one. */
export function useMe() {
  return useQuery({
    queryKey: ["me"],
    queryFn: ({ signal }) => call("GET /me", { signal }),
    // a role may change while the page is open
    staleTime: 30_000,
    refetchInterval: 60_000,
    retry: false,
  });
}

/** Whether something may be asked for; false as long as nobody knows, since a refusal would be on record. */
export function useMay(needed: Role): boolean {
  const { data, isError } = useMe();
  return data === undefined ? isError : mayAct(data.role, needed);
}

/** Why something is not offered: the role that it needs. Undefined where it is, and as long as nobody knows. */
export function useLack(needed: Role): string | undefined {
  const { data } = useMe();
  if (data === undefined || mayAct(data.role, needed)) return undefined;
  return `That needs the role ${needed}; yours is ${data.role}.`;
}
