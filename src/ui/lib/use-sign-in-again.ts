import { useLocation, useNavigate } from "@tanstack/react-router";
import { useEffect } from "react";
import { useConnection } from "./use-connection.ts";

/** Leads whoever is not signed in to where they can, and back afterwards. */
export function useSignInAgain(): void {
  const connection = useConnection();
  const navigate = useNavigate();
  const here = useLocation({ select: ({ href }) => href });
  useEffect(() => {
    if (connection === "signed-out") void navigate({ to: "/sign-in", search: { to: here } });
  }, [connection, here, navigate]);
}
