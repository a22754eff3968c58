/** A step of the way to a screen. The last one is the screen itself, and is no link. */
export interface Crumb {
  readonly label: string;
  /** Where it leads; the last one needs none. */
  readonly to?: string | undefined;
  /** Ids are written as code. */
  readonly isId?: boolean | undefined;
}

/** The way to a screen, from what stands in its address. */
type Crumbs = (params: Readonly<Record<string, string>>) => readonly Crumb[];

declare module "@tanstack/react-router" {
  interface StaticDataRouteOption {
    crumbs?: Crumbs;
  }
}
