import { expect, test } from "vitest";
import { contentText } from "./content-text.ts";

test("images and files stand beside the text, with their kind and size", () => {
  const data = Buffer.alloc(12_000).toString("base64");
  const fileUri = "gs://bucket/report.pdf";
  expect(
    contentText({
      parts: [
        { text: "Look:" },
        { inlineData: { mimeType: "image/png", data } },
        { inlineData: { displayName: "a.bin", data: "AAAA" } },
        { fileData: { mimeType: "application/pdf", fileUri } },
      ],
    }),
  ).toBe(`Look:\n[image/png, 12 kB]\n[a.bin, data, 3 B]\n[application/pdf, ${fileUri}]`);
  expect(contentText({ parts: [{ inlineData: { mimeType: "audio/wav" } }] })).toBe("[audio/wav]");
  expect(contentText(undefined)).toBeUndefined();
});

test("a user who answers for a tool is shown with what it says", () => {
  const functionResponse = { name: "adk_request_confirmation", response: { confirmed: true } };
  expect(contentText({ parts: [{ functionResponse }] })).toBe(
    '[adk_request_confirmation, {"confirmed":true}]',
  );
});
