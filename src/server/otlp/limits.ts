/** Bytes of one export, as it is and inflated. */
export const LARGEST_BODY = 64 * 1024 * 1024;
export const LARGEST_GZIP = 16 * 1024 * 1024;

/** Spans shrink to a fifteenth; what grows to more than a hundred times its size, beyond the first megabyte, is a bomb. */
export const LARGEST_RATIO = 100;
export const FREE_OF_RATIO = 1024 * 1024;

/** A file of gzip may have several within: so many at most. */
export const MOST_GZIP_MEMBERS = 32;

/** Bytes of one text. */
export const LONGEST_TEXT = 16 * 1024 * 1024;

/** Keys of one object or list of keys. */
export const MOST_KEYS = 100_000;

/** Objects, lists and texts of one export. 64 MB of ordinary spans have two millions. */
export const MOST_VALUES = 3_000_000;

/** Spans or log records of one export. */
export const MOST_ITEMS = 50_000;

/** Attributes of a span, an event, a link or a log record. */
export const MOST_ATTRIBUTES = 128;

/** The same with those of a conversation that is written message by message, as attributes with numbers in their names. */
export const MOST_FLAT_ATTRIBUTES = 10_000;

/** Bytes of the header of a request. */
export const LARGEST_HEADER = 16 * 1024;

/** What may wait to be stored at a time, over all requests. */
export const MOST_BYTES = 96 * 1024 * 1024;
export const MOST_REQUESTS = 256;

/** Connections at a time, those that say nothing included. */
export const MOST_CONNECTIONS = 1024;

/** Milliseconds in which a request must have been sent. */
export const REQUEST_TIMEOUT = 30_000;
