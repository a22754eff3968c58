import type { UsageMetadata } from "../../core/invocation.ts";
import type { Schema } from "../../core/schema/parse-context.ts";
import { array, integer } from "../../core/schema/schema.ts";
import { anyCaseEnum } from "./any-case-enum.ts";
import { genaiObject } from "./genai-object.ts";

const tokenDetails = array(
  genaiObject("ModalityTokenCount", {
    modality: anyCaseEnum("MODALITY_UNSPECIFIED", "TEXT", "IMAGE", "VIDEO", "AUDIO", "DOCUMENT"),
    tokenCount: integer,
  }),
);

/** Token counts of one model call. */
export const usageMetadataSchema: Schema<UsageMetadata> = genaiObject<UsageMetadata>(
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
    trafficType: anyCaseEnum(
      "TRAFFIC_TYPE_UNSPECIFIED",
      "ON_DEMAND",
      "ON_DEMAND_PRIORITY",
      "ON_DEMAND_FLEX",
      "ON_DEMAND_OFFPEAK",
      "PROVISIONED_THROUGHPUT",
    ),
  },
);
