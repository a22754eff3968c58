import type { Page } from "playwright-core";
import type { Screen } from "../screen.ts";

const refund = "refund_eu_currency";

async function openDialog(page: Page): Promise<void> {
  await page
    .getByRole("button", { name: /^Run \d+/ })
    .first()
    .click();
  const dialog = page.getByRole("dialog");
  await dialog
    .getByText("would pass")
    .first()
    .waitFor({ timeout: 10_000 })
    .catch(() => undefined);
}

async function say(page: Page): Promise<void> {
  const field = page.getByRole("textbox", { name: "Message to support_desk" });
  await field.fill("Hi, my headphones from last week crackle. Can I still return them?");
  await page.keyboard.press("Enter");
  await page.getByText("Yes. A defective item").first().waitFor();
  await field.fill("Order A-1042. I paid in euros. Can you refund the headphones to my card?");
  await page.keyboard.press("Enter");
  await page.getByText("Done. I have refunded").first().waitFor({ timeout: 30_000 });
}

/** The last line of the waterfall of this kind. */
function chooseSpan(kind: string): (page: Page) => Promise<void> {
  return async (page) => {
    await page.locator(`.wf li${kind} a`).last().click();
    await page.locator(".wf li[aria-current=true]").waitFor();
  };
}

async function openStep(page: Page): Promise<void> {
  await page.locator(".steps a.chip").filter({ hasText: "create_refund" }).click();
  await page.locator(".step[aria-current=true]").waitFor();
}

async function openPromptDiff(page: Page): Promise<void> {
  await page.getByRole("link", { name: "Show diff" }).last().click();
}

async function lastOfReview(page: Page): Promise<void> {
  await page.locator(".queue a").last().click();
  await page.getByText("Is this answer right?").waitFor();
}

async function split(page: Page): Promise<void> {
  await page.getByRole("button", { name: /^Split/ }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Split" }).click();
  const field = page.getByRole("textbox", { name: "Message to both" });
  await field.fill("Hi, my headphones from last week crackle. Can I still return them?");
  await page.keyboard.press("Enter");
  await page.getByText("Yes. A defective item").nth(1).waitFor();
}

export const typicalScreens: readonly Screen[] = [
  { name: "overview", path: () => "/" },
  { name: "agents", path: () => "/agents" },
  { name: "agent", path: () => "/agents/support_desk" },
  { name: "sets", path: () => "/sets" },
  { name: "set", path: () => "/sets/refunds" },
  { name: "set-settings", path: () => "/sets/refunds?tab=settings" },
  { name: "trends", path: () => "/trends?set=refunds" },
  { name: "editor", path: () => "/sets/refunds/cases/gift_no_account?turn=2" },
  { name: "editor-json", path: () => "/sets/refunds/cases/gift_no_account?tab=json" },
  { name: "dialog", path: () => "/sets/refunds", act: openDialog },
  { name: "runs", path: () => "/runs" },
  {
    name: "run",
    path: ({ live }) => `/runs/${live}?case=${refund}&set=refunds&whatif=response_match_score:0.8`,
  },
  { name: "run-done", path: ({ run }) => `/runs/${run}`, drawing: "run" },
  { name: "clusters", path: ({ run }) => `/runs/${run}?tab=clusters` },
  { name: "run-cost", path: ({ run }) => `/runs/${run}?tab=cost` },
  { name: "run-config", path: ({ run }) => `/runs/${run}?tab=config` },
  { name: "run-log", path: ({ run }) => `/runs/${run}?tab=log` },
  { name: "case", path: ({ run }) => `/runs/${run}/cases/${refund}?set=refunds&trial=3&turn=2` },
  {
    name: "case-errored",
    path: ({ run }) => `/runs/${run}/cases/refund_bank_timeout?set=refunds`,
    drawing: "case",
  },
  { name: "compare-choose", path: () => "/compare" },
  { name: "compare", path: ({ diceBefore, dice }) => `/compare?runs=${diceBefore},${dice}` },
  { name: "trace", path: ({ session }) => `/traces/${session}?pane=graph` },
  ...(["event", "request", "response", "attributes", "raw"] as const).map((pane): Screen => {
    return {
      name: `trace-${pane}`,
      path: ({ session }) => `/traces/${session}?pane=${pane}`,
      drawing: "trace",
      act: chooseSpan(pane === "request" || pane === "response" ? ".llm" : ":has(em .g)"),
    };
  }),
  {
    name: "trace-run",
    path: ({ run }) => `/runs/${run}/cases/${refund}/trace?set=refunds&trial=3`,
    drawing: "trace",
  },
  { name: "chat-new", path: () => "/agents/support_desk/chat", drawing: "playground" },
  { name: "playground", path: () => "/agents/support_desk/chat", act: say },
  {
    name: "chat-step",
    path: ({ chat }) => `/agents/support_desk/chat/${chat}?pane=event`,
    drawing: "playground",
    act: openStep,
  },
  {
    name: "chat-prompt",
    path: ({ chat }) => `/agents/support_desk/chat/${chat}`,
    drawing: "playground",
    act: openPromptDiff,
  },
  { name: "capture", path: ({ chat }) => `/agents/support_desk/chat/${chat}?capture=true` },
  { name: "live", path: () => "/live" },
  { name: "judges", path: () => "/judges", drawing: "judge" },
  { name: "judge", path: () => "/judges/final_response_match_v2" },
  { name: "review", path: () => "/review" },
  { name: "review-judged", path: () => "/review", act: lastOfReview },
  { name: "playground-split", path: () => "/agents/support_desk/chat", act: split },
  { name: "case-missing", path: ({ run }) => `/runs/${run}/cases/no_such_case?set=refunds` },
  { name: "run-missing", path: () => "/runs/no-such-run" },
  { name: "set-missing", path: () => "/sets/no-such-set" },
];
