/** Filled in from package.json when the command is bundled. */
declare const ASSAY_VERSION: string | undefined;

export const VERSION: string = typeof ASSAY_VERSION === "string" ? ASSAY_VERSION : "0.0.0-source";
