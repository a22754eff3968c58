import { expect, test } from "vitest";
import { modelErrorFrom } from "./model-error-from.ts";

const now = Date.parse("2026-11-16T05:00:00Z");

function told(responseHeaders: Record<string, string>): number | undefined {
  const failure = { statusCode: 429, message: "Too many requests", responseHeaders };
  return modelErrorFrom(failure, "m", now).retryAfterMs;
}

test.each([
  [{ "retry-after": "7" }, 7000],
  [{ "retry-after": "0.5" }, 500],
  [{ "retry-after-ms": "1250", "retry-after": "2" }, 1250],
  [{ "retry-after": "Mon, 16 Nov 2026 05:00:30 GMT" }, 30_000],
  [{ "retry-after": "Mon, 16 Nov 2026 04:59:30 GMT" }, 0],
  [{ "retry-after": "1000000000" }, 1e12],
  [{ "retry-after": "soon" }, undefined],
  [{ "retry-after": "" }, undefined],
  [{}, undefined],
])("%o is a floor of %s ms", (headers, expected) => {
  expect(told(headers as Record<string, string>)).toBe(expected);
});

test("a negative floor is none", () => {
  expect(told({ "retry-after": "-5" }) ?? 0).toBeGreaterThanOrEqual(0);
});

test("Google says when to come back in the body, and speaks of a quota", () => {
  const failure = {
    statusCode: 429,
    message: "You exceeded your current quota, please check your plan and billing details.",
    responseBody: '{"error":{"details":[{"@type":"RetryInfo","retryDelay":"36.5s"}]}}',
  };
  const { fault, retryAfterMs } = modelErrorFrom(failure, "gemini-2.5-flash");
  expect({ fault, retryAfterMs }).toEqual({ fault: "rate-limit", retryAfterMs: 36_500 });
});

test("OpenAI says it in a sentence", () => {
  const message = "Rate limit reached for gpt-5-mini. Please try again in 120ms.";
  const { fault, retryAfterMs } = modelErrorFrom({ statusCode: 429, message }, "m");
  expect({ fault, retryAfterMs }).toEqual({ fault: "rate-limit", retryAfterMs: 120 });
});

test("who has run out of money is not told to wait", () => {
  const message = "You exceeded your current quota, please check your plan and billing details.";
  expect(modelErrorFrom({ statusCode: 429, message }, "m").fault).toBe("quota");
});

test("402 is an account that has run out, in whatever words", () => {
  const failure = { statusCode: 402, message: "Payment required" };
  expect(modelErrorFrom(failure, "m").fault).toBe("quota");
});

test("half of an answer, or none at all, with a good status is the server's fault", () => {
  const failure = { statusCode: 200, message: "Failed to process successful response" };
  expect(modelErrorFrom(failure, "m").fault).toBe("server");
});

test.each([
  [400, "This model's maximum context length is 128000 tokens. However, you requested 200000."],
  [400, "prompt is too long: 210000 tokens > 200000 maximum"],
  [400, "The input token count (1200000) exceeds the maximum number of tokens allowed (1048576)."],
  [413, "Request too large: exceeds the max of 30000 tokens"],
  [400, '{"error":{"code":"context_length_exceeded"}}'],
])("what does not fit into a window is told as that (%s %s)", (statusCode, message) => {
  expect(modelErrorFrom({ statusCode, message }, "m").fault).toBe("too-long");
});

test("a rate limit on tokens is a rate limit", () => {
  const message = "Request too large for gpt-4o: too many tokens per min (TPM): limit 30000.";
  expect(modelErrorFrom({ statusCode: 429, message }, "m").fault).toBe("rate-limit");
});

test.each([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EHOSTUNREACH",
  "DEPTH_ZERO_SELF_SIGNED_CERT",
  "CERT_HAS_EXPIRED",
  "ERR_TLS_CERT_ALTNAME_INVALID",
  "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
])("%s, wherever it stands in the chain of causes, is out of reach", (code) => {
  const plain = Object.assign(new TypeError("fetch failed"), { cause: { code } });
  const several = { message: "fetch failed", cause: { errors: [{ code }], code: "ETIMEDOUT" } };
  expect(modelErrorFrom({ message: "Cannot connect", cause: plain }, "m").fault).toBe(
    "unreachable",
  );
  expect(modelErrorFrom(several, "m").fault).toBe("unreachable");
});

test.each(["EAI_AGAIN", "ECONNRESET", "ETIMEDOUT", "UND_ERR_SOCKET"])(
  "%s may be better the next time",
  (code) => {
    expect(modelErrorFrom({ message: "fetch failed", cause: { code } }, "m").fault).toBe("network");
  },
);

test("causes that lead in a circle end somewhere", () => {
  const failure: { message: string; cause?: unknown } = { message: "fetch failed" };
  failure.cause = failure;
  expect(modelErrorFrom(failure, "m").fault).toBe("network");
});
