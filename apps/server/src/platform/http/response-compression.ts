import type { FastifyCompressOptions } from '@fastify/compress'

/** Shorter answers fit into a few packets. */
const fromBytes = 4_096

/**
 * Answers in JSON are compressed for callers that accept gzip: a page of 50 recordings has 75 KB, 6 KB compressed. A low level
 * suffices (0.1 ms), and higher ones take three times as long for a tenth. Requests are never decompressed.
 *
 * What is compressed tells by its length how often the caller's words occur in it (BREACH). That needs a page elsewhere that makes the
 * browser repeat a call: calls take their token from a header, which no other page can set.
 */
export const responseCompression: FastifyCompressOptions = {
  globalDecompression: false,
  encodings: ['gzip'],
  customTypes: /^application\/json/,
  threshold: fromBytes,
  zlibOptions: { level: 3 },
  // In one go: an answer is in memory as a whole anyway, and a caller who leaves during a stream would be a failure of the call.
  syncThreshold: Number.POSITIVE_INFINITY,
}
