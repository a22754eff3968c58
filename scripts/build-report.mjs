// The page of the HTML report: one file with its style and its script in it, into which the reporter puts a run.
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import tailwind from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { build } from "vite";

export async function buildReport(root, folder) {
  const { output } = await build({
    configFile: false,
    root: join(root, "src/ui/report"),
    logLevel: "warn",
    define: { "process.env.NODE_ENV": '"production"' },
    plugins: [react(), tailwind()],
    build: {
      write: false,
      cssCodeSplit: false,
      reportCompressedSize: false,
      rolldownOptions: {
        input: join(root, "src/ui/report/main.tsx"),
        output: { format: "iife" },
      },
    },
  });
  const script = inScript(only(output, ({ type }) => type === "chunk").code);
  const style = `${only(output, ({ fileName }) => fileName.endsWith(".css")).source}`;
  const policy = [
    "default-src 'none'",
    `script-src '${hashOf(script)}'`,
    `style-src '${hashOf(style)}'`,
    "img-src data:",
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
  ].join("; ");
  const page = readFileSync(join(root, "src/ui/report/report.html"), "utf8")
    .replace("<!-- policy -->", `<meta http-equiv="Content-Security-Policy" content="${policy}" />`)
    .replace("<!-- style -->", () => `<style>${style}</style>`)
    .replace("<!-- script -->", () => `<script>${script}</script>`);
  if (page.split("<!-- run -->").length !== 2)
    throw new Error("the place of the run is not unique");
  // on standard output, what a CI service could take for a command is written otherwise, and no hash would hold
  if (/^\s*::|##\[/m.test(script + style)) throw new Error("a CI service would obey the report");
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "report.html"), page);
}

/** Nothing in a script may look like its end, or like the beginning of a comment of the page. */
function inScript(code) {
  return code.replaceAll("</script", "<\\/script").replaceAll("<!--", "<\\!--");
}

function only(files, isMeant) {
  const [found, ...others] = files.filter(isMeant);
  if (found === undefined || others.length > 0)
    throw new Error("the report is one script and one style");
  return found;
}

function hashOf(text) {
  return `sha256-${createHash("sha256").update(text).digest("base64")}`;
}
