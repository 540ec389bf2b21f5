import type { ZipWriter, ZipWriterConstructorOptions } from '@zip.js/zip.js'

/**
 * The bytes of a ZIP file while it is written. Whoever writes closes it.
 * @throws whatever writing throws
 */
export async function* zipStream(
  options: ZipWriterConstructorOptions,
  write: (zip: ZipWriter<unknown>) => Promise<void>,
): AsyncGenerator<Uint8Array> {
  // Loading it takes a tenth of a second, and most processes never need it.
  const { ZipWriter } = await import('@zip.js/zip.js')
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
  const written = write(new ZipWriter(writable, { useWebWorkers: false, ...options })).catch(async (error) => {
    await writable.abort(error).catch(() => undefined)
    throw error
  })
  // The reader gets the error.
  written.catch(() => undefined)
  try {
    yield* readable
  } catch (error) {
    await written
    throw error
  }
  await written
}
