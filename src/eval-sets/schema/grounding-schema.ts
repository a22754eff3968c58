import { array, integer, number, string } from "../../core/schema/schema.ts";
import { base64 } from "./base64-schema.ts";
import { genaiObject } from "./genai-object.ts";

const reviewSnippet = genaiObject("ReviewSnippet", {
  authorAttribution: genaiObject("AuthorAttribution", {
    displayName: string,
    photoUri: string,
    uri: string,
  }),
  flagContentUri: string,
  googleMapsUri: string,
  relativePublishTimeDescription: string,
  review: string,
  reviewId: string,
  title: string,
});

const mapsChunk = genaiObject("GroundingChunkMaps", {
  placeAnswerSources: genaiObject("PlaceAnswerSources", {
    reviewSnippet: array(reviewSnippet),
    flagContentUri: string,
    reviewSnippets: array(reviewSnippet),
  }),
  placeId: string,
  text: string,
  title: string,
  uri: string,
  route: genaiObject("GroundingChunkMapsRoute", {
    distanceMeters: integer,
    duration: string,
    encodedPolyline: string,
  }),
});

const customMetadata = genaiObject("GroundingChunkCustomMetadata", {
  key: string,
  numericValue: number,
  stringListValue: genaiObject("GroundingChunkStringList", { values: array(string) }),
  stringValue: string,
});

const retrievedContext = genaiObject("GroundingChunkRetrievedContext", {
  documentName: string,
  ragChunk: genaiObject("RagChunk", {
    pageSpan: genaiObject("RagChunkPageSpan", { firstPage: integer, lastPage: integer }),
    text: string,
    chunkId: string,
    fileId: string,
  }),
  text: string,
  title: string,
  uri: string,
  customMetadata: array(customMetadata),
  fileSearchStore: string,
  pageNumber: integer,
  mediaId: string,
});

const groundingChunk = genaiObject("GroundingChunk", {
  image: genaiObject("GroundingChunkImage", {
    sourceUri: string,
    imageUri: string,
    title: string,
    domain: string,
  }),
  maps: mapsChunk,
  retrievedContext,
  web: genaiObject("GroundingChunkWeb", { domain: string, title: string, uri: string }),
});

const groundingSupport = genaiObject("GroundingSupport", {
  confidenceScores: array(number),
  groundingChunkIndices: array(integer),
  segment: genaiObject("Segment", {
    startIndex: integer,
    endIndex: integer,
    partIndex: integer,
    text: string,
  }),
  renderedParts: array(integer),
});

/** What an answer was based on. */
export const groundingMetadataSchema = genaiObject("GroundingMetadata", {
  imageSearchQueries: array(string),
  groundingChunks: array(groundingChunk),
  groundingSupports: array(groundingSupport),
  retrievalMetadata: genaiObject("RetrievalMetadata", {
    googleSearchDynamicRetrievalScore: number,
  }),
  searchEntryPoint: genaiObject("SearchEntryPoint", { renderedContent: string, sdkBlob: base64 }),
  webSearchQueries: array(string),
  googleMapsWidgetContextToken: string,
  retrievalQueries: array(string),
  sourceFlaggingUris: array(
    genaiObject("SourceFlaggingUri", { flagContentUri: string, sourceId: string }),
  ),
});
