import { TESTING_ANSWER, TESTING_PATH } from "../../core/calls/testing-marker.ts";
import { fieldsOf, tryJson } from "../../core/json/loose-json.ts";

const PATIENCE = 2000;
const loopback = /^(localhost|127(\.\d+){3}|\[::1\])$/;

/** Whether a server of `assay/testing` stands at an address. It says so itself; nobody beyond this machine is asked. */
export async function isTestingServer(address: string | undefined): Promise<boolean> {
  const url =
    address === undefined ? null : URL.parse(withScheme(address.replace(/^ai-sdk:\S* /, "")));
  if (url === null || !loopback.test(url.hostname)) return false;
  try {
    const reply = await fetch(new URL(TESTING_PATH, url), {
      signal: AbortSignal.timeout(PATIENCE),
    });
    return fieldsOf(tryJson(await reply.text())).assay === TESTING_ANSWER.assay;
  } catch {
    // nobody there, or nobody who knows the question
    return false;
  }
}

function withScheme(address: string): string {
  return address.includes("://") ? address : `http://${address}`;
}
