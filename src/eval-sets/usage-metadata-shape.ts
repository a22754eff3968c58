import type { UsageMetadata } from "../core/invocation.ts";
import { integer, list, type Shape } from "../core/shape.ts";
import { anyCaseChoice } from "./any-case-choice.ts";
import { genaiObject } from "./genai-object.ts";

const tokenDetails = list(
  genaiObject("ModalityTokenCount", {
    modality: anyCaseChoice("MODALITY_UNSPECIFIED", "TEXT", "IMAGE", "VIDEO", "AUDIO", "DOCUMENT"),
    tokenCount: integer,
  }),
);

/** Token counts of one model call. */
export const usageMetadataShape: Shape<UsageMetadata> = genaiObject<UsageMetadata>(
  "UsageMetadata",
  {
    cacheTokensDetails: tokenDetails,
    cachedContentTokenCount: integer,
    candidatesTokenCount: integer,
    candidatesTokensDetails: tokenDetails,
    promptTokenCount: integer,
    promptTokensDetails: tokenDetails,
    thoughtsTokenCount: integer,
    toolUsePromptTokenCount: integer,
    toolUsePromptTokensDetails: tokenDetails,
    totalTokenCount: integer,
    trafficType: anyCaseChoice(
      "TRAFFIC_TYPE_UNSPECIFIED",
      "ON_DEMAND",
      "ON_DEMAND_PRIORITY",
      "ON_DEMAND_FLEX",
      "ON_DEMAND_OFFPEAK",
      "PROVISIONED_THROUGHPUT",
    ),
  },
);
