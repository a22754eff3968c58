import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { UserFacingError } from "../../core/errors.ts";

/** The page of the report around the place where a run's data goes. */
interface ReportTemplate {
  readonly start: string;
  readonly end: string;
}

/** Where the data goes; scripts/build-report.mjs sees that it stands there once. */
const PLACE = "<!-- run -->";

export function readTemplate(): ReportTemplate {
  const path = findTemplate(dirname(fileURLToPath(import.meta.url)));
  if (path === undefined) {
    throw new UserFacingError("file/unreadable", "The page of the HTML report is not built.", {
      hint: "In a clone of Assay:  npm run build",
    });
  }
  const text = readFileSync(path, "utf8");
  const at = text.indexOf(PLACE);
  return { start: text.slice(0, at), end: text.slice(at + PLACE.length) };
}

/** Beside the command and the library in the package, and in a clone below `dist`. */
function findTemplate(folder: string, steps = 4): string | undefined {
  const found = ["report/report.html", "dist/report/report.html"].map((name) => join(folder, name));
  const path = found.find((each) => existsSync(each));
  if (path !== undefined || steps === 0) return path;
  return findTemplate(dirname(folder), steps - 1);
}
