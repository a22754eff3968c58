import { expect, test } from "vitest";
import { cameFrom } from "./came-from.ts";

const asked = (remoteAddress: string, forwarded?: string) => ({
  socket: { remoteAddress },
  headers: { "x-forwarded-for": forwarded },
});

test("nobody's word counts but that of proxies that were named", () => {
  const from = cameFrom(["10.0.0.7", "10.1.0.0/16", "fd00::/8"]);
  expect(from(asked("9.9.9.9", "1.2.3.4"))).toBe("9.9.9.9");
  expect(from(asked("10.0.0.7", "1.2.3.4"))).toBe("1.2.3.4");
  expect(from(asked("::ffff:10.0.0.7", "1.2.3.4"))).toBe("1.2.3.4");
  // what stands before the last one that was not named anybody may have written
  expect(from(asked("10.0.0.7", "6.6.6.6, 1.2.3.4, 10.1.2.3"))).toBe("1.2.3.4");
  expect(from(asked("fd00::1", "2001:db8::5"))).toBe("2001:db8::5");
  expect(from(asked("10.0.0.7", "nonsense"))).toBe("10.0.0.7");
  expect(from(asked("10.0.0.7"))).toBe("10.0.0.7");
  expect(cameFrom([])(asked("10.0.0.7", "1.2.3.4"))).toBe("10.0.0.7");
});

test.each(["proxy.example.com", "10.0.0.0/99", ""])("%j is no proxy", (given) => {
  expect(() => cameFrom([given])).toThrow("is no address");
});
