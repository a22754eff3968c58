import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["src/**/*.test.ts", "tests/**/*.test.ts"],
    globalSetup: ["tests/build-once.ts"],
    reporters: ["default", "./tests/closing-line-reporter.ts"],
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
