import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Keys } from "./keys.tsx";

const words = (keys: string) =>
  renderToStaticMarkup(<Keys keys={keys} />)
    .replace(/<[^>]+>/g, " ")
    .trim()
    .split(/\s+/);

test("keys are called as they stand on a keyboard", () => {
  expect(words("g p")).toEqual(["g", "then", "p"]);
  expect(words("Escape")).toEqual(["Esc"]);
  expect(words(" ")).toEqual(["Space"]);
});
