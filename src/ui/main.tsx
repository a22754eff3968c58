import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { ApiProblem } from "./lib/api.ts";
import { applyTheme } from "./lib/theme.ts";
import { createAppRouter } from "./router.tsx";
import "./theme.css";

applyTheme();

const queries = new QueryClient({
  defaultOptions: {
    queries: {
      // the server says by a tag whether something is new, so that asking again is cheap
      staleTime: 2_000,
      // a mistake is not mended by asking again; a server that is away may be back
      retry: (count, error) => !(error instanceof ApiProblem) && count < 3,
    },
  },
});

const root = document.getElementById("root");
if (root !== null) {
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queries}>
        <RouterProvider router={createAppRouter()} />
      </QueryClientProvider>
    </StrictMode>,
  );
}
