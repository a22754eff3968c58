import type { Scene } from "../screen.ts";

const screen = (name: string, path: string) => ({ name: `empty-${name}`, path: () => path });

/** A folder in which nothing is. */
export const emptyScene: Scene = {
  name: "empty",
  make: async () => {},
  screens: [
    { name: "welcome", path: () => "/" },
    screen("agents", "/agents"),
    screen("sets", "/sets"),
    screen("runs", "/runs"),
    screen("compare", "/compare"),
    screen("live", "/live"),
    screen("run", "/runs/latest"),
    screen("not-found", "/no-such-page"),
  ],
};
