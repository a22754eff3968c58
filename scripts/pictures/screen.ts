import type { Page } from "playwright-core";
import type { Served } from "./serve-workspace.ts";

/** What a screen is opened with: ids of what the workspace holds, by a name. */
export type Known = Readonly<Record<string, string>>;

/** One screen, as a picture is taken of it. */
export interface Screen {
  readonly name: string;
  path(known: Known): string;
  /** What somebody does before the picture is taken. */
  act?(page: Page): Promise<void>;
  /** The drawing it stands beside, where it has another name. */
  readonly drawing?: string;
  readonly width?: number;
  readonly height?: number;
}

interface Filled {
  readonly known: Known;
  /** Ends what still goes on. */
  end?(): Promise<void>;
}

/** A workspace with everything that its screens show. */
export interface Scene {
  readonly name: string;
  /** Fills the folder before anything serves it. */
  make(folder: string): Promise<void>;
  /** Does the rest through the server, and says what there is. */
  fill?(served: Served, folder: string): Promise<Filled>;
  readonly screens: readonly Screen[];
}
