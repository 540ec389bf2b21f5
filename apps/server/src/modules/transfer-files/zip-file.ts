import { ReadableStream } from 'node:stream/web'
import type { ZipWriter } from '@zip.js/zip.js'
import { zipStream } from '../../platform/zip-stream.ts'
import type { PlainFile } from './delivery-file.ts'

const firstZipTime = Date.UTC(1980, 0, 1)
const lastZipTime = Date.UTC(2107, 11, 31, 23, 59, 58)
const aes256 = 3

/**
 * Several files as one ZIP file, streamed. Opening it again gives the same bytes, unless it is encrypted.
 * @param password null: it is not encrypted
 */
export const zipOf = (files: readonly PlainFile[], password: string | null): AsyncGenerator<Uint8Array> =>
  zipStream(password === null ? {} : { password, encryptionStrength: aes256 }, (zip) => writeAll(zip, files))

const writeAll = async (zip: ZipWriter<unknown>, files: readonly PlainFile[]): Promise<void> => {
  for (const { path, time, isCompressed, open, size } of files) {
    await zip.add(path.slice(path.lastIndexOf('/') + 1), ReadableStream.from(open()) as never, {
      level: isCompressed ? 0 : 6,
      useCompressionStream: false,
      lastModDate: time,
      rawLastModDate: dosTime(time),
      // ZIP64, which some programs do not read, only where it is needed.
      ...(size !== undefined && { uncompressedSize: size }),
    })
  }
  await zip.close()
}

/** In UTC, so that it does not depend on the time zone of the server (APPNOTE 4.4.6). */
const dosTime = (time: Date): number => {
  const within = new Date(Math.min(Math.max(time.getTime(), firstZipTime), lastZipTime))
  const date = ((within.getUTCFullYear() - 1980) << 9) | ((within.getUTCMonth() + 1) << 5) | within.getUTCDate()
  const clock = (within.getUTCHours() << 11) | (within.getUTCMinutes() << 5) | (within.getUTCSeconds() >> 1)
  return ((date << 16) | clock) >>> 0
}
