import { cliPage } from "./cli-page.ts";
import { errorsPage } from "./errors-page.ts";
import { metricsPage } from "./metrics-page.ts";

/** The generated pages of docs/reference, by file. */
export const referencePages: Readonly<Record<string, () => string>> = {
  "docs/reference/cli.md": cliPage,
  "docs/reference/errors.md": errorsPage,
  "docs/reference/metrics.md": metricsPage,
};
