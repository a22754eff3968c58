import {
  array,
  boolean,
  freeObject,
  integer,
  number,
  plain,
  string,
} from "../../core/schema/schema.ts";
import { anyCaseEnum } from "./any-case-enum.ts";
import { base64 } from "./base64-schema.ts";
import { genaiObject } from "./genai-object.ts";

const toolType = anyCaseEnum(
  "TOOL_TYPE_UNSPECIFIED",
  "GOOGLE_SEARCH_WEB",
  "GOOGLE_SEARCH_IMAGE",
  "URL_CONTEXT",
  "GOOGLE_MAPS",
  "FILE_SEARCH",
  "MEDIA_PROCESSING",
);

const nullValue = plain('"NULL_VALUE"', (value): value is "NULL_VALUE" => value === "NULL_VALUE", {
  const: "NULL_VALUE",
});

export const mediaProcessing = anyCaseEnum("MEDIA_PROCESSING_UNSPECIFIED", "STATIC", "AGENTIC");

export const functionResponseScheduling = anyCaseEnum(
  "SCHEDULING_UNSPECIFIED",
  "SILENT",
  "WHEN_IDLE",
  "INTERRUPT",
);

export const mediaResolution = genaiObject("MediaResolution", {
  level: anyCaseEnum(
    "MEDIA_RESOLUTION_UNSPECIFIED",
    "MEDIA_RESOLUTION_LOW",
    "MEDIA_RESOLUTION_MEDIUM",
    "MEDIA_RESOLUTION_HIGH",
    "MEDIA_RESOLUTION_ULTRA_HIGH",
  ),
  numTokens: integer,
});

export const codeExecutionResult = genaiObject("CodeExecutionResult", {
  outcome: anyCaseEnum(
    "OUTCOME_UNSPECIFIED",
    "OUTCOME_OK",
    "OUTCOME_FAILED",
    "OUTCOME_DEADLINE_EXCEEDED",
  ),
  output: string,
  id: string,
});

export const executableCode = genaiObject("ExecutableCode", {
  code: string,
  language: anyCaseEnum("LANGUAGE_UNSPECIFIED", "PYTHON"),
  id: string,
});

export const fileData = genaiObject("FileData", {
  displayName: string,
  fileUri: string,
  mimeType: string,
});

export const blob = genaiObject("Blob", { data: base64, displayName: string, mimeType: string });

export const videoMetadata = genaiObject("VideoMetadata", {
  endOffset: string,
  fps: number,
  startOffset: string,
});

export const toolCall = genaiObject("ToolCall", { id: string, toolType, args: freeObject });

export const toolResponse = genaiObject("ToolResponse", {
  id: string,
  toolType,
  response: freeObject,
});

export const transcription = genaiObject("Transcription", {
  text: string,
  finished: boolean,
  languageCode: string,
  speakerLabel: string,
  words: array(genaiObject("WordInfo", { word: string, startOffset: string, endOffset: string })),
  startOffset: string,
  endOffset: string,
});

export const speechMetadata = genaiObject("SpeechMetadata", { speaker: string, style: string });

export const partialArg = genaiObject("PartialArg", {
  boolValue: boolean,
  jsonPath: string,
  nullValue,
  numberValue: number,
  stringValue: string,
  willContinue: boolean,
});

export const functionResponsePart = genaiObject("FunctionResponsePart", {
  inlineData: genaiObject("FunctionResponseBlob", {
    mimeType: string,
    data: base64,
    displayName: string,
  }),
  fileData: genaiObject("FunctionResponseFileData", {
    fileUri: string,
    mimeType: string,
    displayName: string,
  }),
  mediaProcessing,
});
