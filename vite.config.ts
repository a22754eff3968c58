import tailwind from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

/** The UI: built once, served from the package, with nothing from elsewhere. */
export default defineConfig({
  root: "src/ui",
  base: "/",
  plugins: [react(), tailwind()],
  build: {
    outDir: "../../dist/ui",
    emptyOutDir: true,
    // a page of our own server needs no other addresses, and no script may stand in it
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        // what many pages share is one file instead of fifty small ones
        codeSplitting: {
          groups: [
            {
              name: "shared",
              minShareCount: 3,
              test: /src[\\/](?:ui[\\/](?:components|lib|pages)|core)/,
            },
          ],
        },
      },
    },
  },
});
