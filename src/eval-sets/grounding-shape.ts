import { integer, list, number, text } from "../core/shape.ts";
import { base64 } from "./base64-shape.ts";
import { genaiObject } from "./genai-object.ts";

const reviewSnippet = genaiObject("ReviewSnippet", {
  authorAttribution: genaiObject("AuthorAttribution", {
    displayName: text,
    photoUri: text,
    uri: text,
  }),
  flagContentUri: text,
  googleMapsUri: text,
  relativePublishTimeDescription: text,
  review: text,
  reviewId: text,
  title: text,
});

const mapsChunk = genaiObject("GroundingChunkMaps", {
  placeAnswerSources: genaiObject("PlaceAnswerSources", {
    reviewSnippet: list(reviewSnippet),
    flagContentUri: text,
    reviewSnippets: list(reviewSnippet),
  }),
  placeId: text,
  text,
  title: text,
  uri: text,
  route: genaiObject("GroundingChunkMapsRoute", {
    distanceMeters: integer,
    duration: text,
    encodedPolyline: text,
  }),
});

const customMetadata = genaiObject("GroundingChunkCustomMetadata", {
  key: text,
  numericValue: number,
  stringListValue: genaiObject("GroundingChunkStringList", { values: list(text) }),
  stringValue: text,
});

const retrievedContext = genaiObject("GroundingChunkRetrievedContext", {
  documentName: text,
  ragChunk: genaiObject("RagChunk", {
    pageSpan: genaiObject("RagChunkPageSpan", { firstPage: integer, lastPage: integer }),
    text,
    chunkId: text,
    fileId: text,
  }),
  text,
  title: text,
  uri: text,
  customMetadata: list(customMetadata),
  fileSearchStore: text,
  pageNumber: integer,
  mediaId: text,
});

const groundingChunk = genaiObject("GroundingChunk", {
  image: genaiObject("GroundingChunkImage", {
    sourceUri: text,
    imageUri: text,
    title: text,
    domain: text,
  }),
  maps: mapsChunk,
  retrievedContext,
  web: genaiObject("GroundingChunkWeb", { domain: text, title: text, uri: text }),
});

const groundingSupport = genaiObject("GroundingSupport", {
  confidenceScores: list(number),
  groundingChunkIndices: list(integer),
  segment: genaiObject("Segment", {
    startIndex: integer,
    endIndex: integer,
    partIndex: integer,
    text,
  }),
  renderedParts: list(integer),
});

/** What an answer was based on. */
export const groundingMetadataShape = genaiObject("GroundingMetadata", {
  imageSearchQueries: list(text),
  groundingChunks: list(groundingChunk),
  groundingSupports: list(groundingSupport),
  retrievalMetadata: genaiObject("RetrievalMetadata", {
    googleSearchDynamicRetrievalScore: number,
  }),
  searchEntryPoint: genaiObject("SearchEntryPoint", { renderedContent: text, sdkBlob: base64 }),
  webSearchQueries: list(text),
  googleMapsWidgetContextToken: text,
  retrievalQueries: list(text),
  sourceFlaggingUris: list(
    genaiObject("SourceFlaggingUri", { flagContentUri: text, sourceId: text }),
  ),
});
