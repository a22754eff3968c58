import { type ErrorComponentProps, useRouter } from "@tanstack/react-router";
import { useEffect } from "react";
import { useConnection } from "../lib/use-connection.ts";
import { Problem } from "./problem.tsx";

/** Instead of a screen that could not be drawn; one whose code did not come is fetched again when the server is back. */
export function ScreenProblem({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const connection = useConnection();
  useEffect(() => {
    if (connection !== "connected" || !/import/i.test(String(error))) return;
    // browsers keep that a module did not come, for as long as the page lasts
    const timer = setTimeout(() => location.reload(), 500);
    return () => clearTimeout(timer);
  }, [connection, error]);
  return (
    <main className="main">
      <div>
        <Problem error={error} />
        <button
          type="button"
          className="btn problem-again"
          onClick={() => {
            reset();
            void router.invalidate();
          }}
        >
          Try again
        </button>
      </div>
    </main>
  );
}
