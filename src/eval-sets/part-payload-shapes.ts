import { boolean, freeObject, integer, list, number, plain, text } from "../core/shape.ts";
import { anyCaseChoice } from "./any-case-choice.ts";
import { base64 } from "./base64-shape.ts";
import { genaiObject } from "./genai-object.ts";

const toolType = anyCaseChoice(
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

export const mediaProcessing = anyCaseChoice("MEDIA_PROCESSING_UNSPECIFIED", "STATIC", "AGENTIC");

export const functionResponseScheduling = anyCaseChoice(
  "SCHEDULING_UNSPECIFIED",
  "SILENT",
  "WHEN_IDLE",
  "INTERRUPT",
);

export const mediaResolution = genaiObject("MediaResolution", {
  level: anyCaseChoice(
    "MEDIA_RESOLUTION_UNSPECIFIED",
    "MEDIA_RESOLUTION_LOW",
    "MEDIA_RESOLUTION_MEDIUM",
    "MEDIA_RESOLUTION_HIGH",
    "MEDIA_RESOLUTION_ULTRA_HIGH",
  ),
  numTokens: integer,
});

export const codeExecutionResult = genaiObject("CodeExecutionResult", {
  outcome: anyCaseChoice(
    "OUTCOME_UNSPECIFIED",
    "OUTCOME_OK",
    "OUTCOME_FAILED",
    "OUTCOME_DEADLINE_EXCEEDED",
  ),
  output: text,
  id: text,
});

export const executableCode = genaiObject("ExecutableCode", {
  code: text,
  language: anyCaseChoice("LANGUAGE_UNSPECIFIED", "PYTHON"),
  id: text,
});

export const fileData = genaiObject("FileData", {
  displayName: text,
  fileUri: text,
  mimeType: text,
});

export const blob = genaiObject("Blob", { data: base64, displayName: text, mimeType: text });

export const videoMetadata = genaiObject("VideoMetadata", {
  endOffset: text,
  fps: number,
  startOffset: text,
});

export const toolCall = genaiObject("ToolCall", { id: text, toolType, args: freeObject });

export const toolResponse = genaiObject("ToolResponse", {
  id: text,
  toolType,
  response: freeObject,
});

export const transcription = genaiObject("Transcription", {
  text,
  finished: boolean,
  languageCode: text,
  speakerLabel: text,
  words: list(genaiObject("WordInfo", { word: text, startOffset: text, endOffset: text })),
  startOffset: text,
  endOffset: text,
});

export const speechMetadata = genaiObject("SpeechMetadata", { speaker: text, style: text });

export const partialArg = genaiObject("PartialArg", {
  boolValue: boolean,
  jsonPath: text,
  nullValue,
  numberValue: number,
  stringValue: text,
  willContinue: boolean,
});

export const functionResponsePart = genaiObject("FunctionResponsePart", {
  inlineData: genaiObject("FunctionResponseBlob", {
    mimeType: text,
    data: base64,
    displayName: text,
  }),
  fileData: genaiObject("FunctionResponseFileData", {
    fileUri: text,
    mimeType: text,
    displayName: text,
  }),
  mediaProcessing,
});
