import { Outlet, useLocation, useNavigate } from "@tanstack/react-router";
import { useCallback, useEffect, useState } from "react";
import { EVERYWHERE } from "../lib/keys/key-board.ts";
import { useCopyLink } from "../lib/keys/use-copy-link.ts";
import { useKeys } from "../lib/keys/use-keys.ts";
import { nextTheme } from "../lib/theme.ts";
import { useSignInAgain } from "../lib/use-sign-in-again.ts";
import { CheatSheet } from "./keys/cheat-sheet.tsx";
import { KeysProvider } from "./keys/keys-provider.tsx";
import { Palette } from "./palette/palette.tsx";
import type { PaletteItem } from "./palette/palette-items.ts";
import { places, Rail } from "./rail.tsx";
import { ConnectionBanner } from "./status/connection-banner.tsx";
import { ToastProvider, useToast } from "./toasts.tsx";
import { TopBar } from "./top-bar.tsx";

/** The frame of every screen. */
export function Shell() {
  const isOutside = useLocation({ select: ({ pathname }) => pathname === "/sign-in" });
  return (
    <KeysProvider>
      <ToastProvider>{isOutside ? <Outlet /> : <Frame />}</ToastProvider>
    </KeysProvider>
  );
}

function Frame() {
  const [open, setOpen] = useState<"palette" | "keys">();
  const navigate = useNavigate();
  const close = () => setOpen(undefined);
  const toast = useToast();
  useSignInAgain();
  useCopyLink(useCallback((words: string) => toast({ words }), [toast]));
  useKeys(
    [
      { keys: "?", does: "Keys of this screen", run: () => setOpen("keys") },
      { keys: "g o", does: "Overview", run: () => void navigate({ to: "/" }) },
      ...places.flatMap(({ key, label, to }) =>
        key === undefined
          ? []
          : [{ keys: `g ${key}`, does: label, run: () => void navigate({ to }) }],
      ),
      { keys: "/", does: "Filter", run: focusFilter },
    ],
    EVERYWHERE,
  );
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== "k" || !(event.metaKey || event.ctrlKey)) return;
      event.preventDefault();
      setOpen((now) => (now === "palette" ? undefined : "palette"));
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, []);
  const commands: readonly PaletteItem[] = [
    { id: "theme", group: "Assay", words: "Toggle theme: light, dark, system", act: nextTheme },
    { id: "keys", group: "Assay", words: "Keys", keys: "?", act: () => setOpen("keys") },
  ];
  return (
    <div className="shell">
      <Rail />
      <TopBar onPalette={() => setOpen("palette")} />
      <div className="screen">
        <ConnectionBanner />
        <Outlet />
      </div>
      {open === "palette" && <Palette commands={commands} onClose={close} />}
      {open === "keys" && <CheatSheet onClose={close} />}
    </div>
  );
}

/** The field that narrows down what this screen shows, marked `data-filter`. */
function focusFilter(): void {
  document.querySelector<HTMLElement>("[data-filter]")?.focus();
}
