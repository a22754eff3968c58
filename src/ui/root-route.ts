import { createRootRoute } from "@tanstack/react-router";
import { Shell } from "./components/shell.tsx";
import { NotFoundPage } from "./pages/not-found/not-found-page.tsx";

/** What every screen's route is a child of. */
export const rootRoute = createRootRoute({ component: Shell, notFoundComponent: NotFoundPage });
