import { createHash } from 'node:crypto'
import type { Stats } from 'ssh2'
import { DestinationError } from './destination-error.ts'
import type { Measured } from './measured.ts'
import { SftpRefusal, type SftpSession, sftpStatus } from './sftp-session.ts'

/** Every server takes requests of this size. Many are sent before the first is answered, so that distance costs little. */
export const chunkBytes = 32_768
const chunksInFlight = 64

/** Whether the server said that there is no such file. */
export const isMissing = (error: unknown): boolean =>
  error instanceof SftpRefusal && error.status === sftpStatus.noSuchFile

/** Facts of a file, or null if there is none. */
export const statOf = async (session: SftpSession, path: string): Promise<Stats | null> => {
  try {
    return await session.request<Stats>((sftp, done) => sftp.stat(path, done))
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

export const openFile = (session: SftpSession, path: string, flags: 'r' | 'wx'): Promise<Buffer> =>
  session.request<Buffer>((sftp, done) => sftp.open(path, flags, done))

export const closeFile = (session: SftpSession, handle: Buffer): Promise<void> =>
  session.request((sftp, done) => sftp.close(handle, done))

export const sizeOfOpen = async (session: SftpSession, handle: Buffer): Promise<number> =>
  (await session.request<Stats>((sftp, done) => sftp.fstat(handle, done))).size

export const removeFile = (session: SftpSession, path: string): Promise<void> =>
  session.request((sftp, done) => sftp.unlink(path, done))

/** Has the server write what it received to its disk, where it can (an extension of OpenSSH). */
export const syncFile = async (session: SftpSession, handle: Buffer): Promise<void> => {
  try {
    await session.request((sftp, done) => sftp.ext_openssh_fsync(handle, done))
  } catch (error) {
    if (!(error instanceof SftpRefusal) || error.status !== sftpStatus.unsupported) throw error
  }
}

/** Writes all of the content, with many requests under way at once, and hashes it. */
export const writeContent = async (
  session: SftpSession,
  handle: Buffer,
  { content, signal }: { content: AsyncIterable<Uint8Array>; signal: AbortSignal },
): Promise<Measured> => {
  const hash = createHash('sha256')
  const inFlight: Promise<void>[] = []
  let position = 0
  try {
    for await (const piece of content) {
      signal.throwIfAborted()
      hash.update(piece)
      const bytes = Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength)
      for (let from = 0; from < bytes.length; from += chunkBytes) {
        const length = Math.min(chunkBytes, bytes.length - from)
        // ssh2 copies the bytes before it returns.
        const written = session.request((sftp, done) => sftp.write(handle, bytes, from, length, position, done))
        written.catch(() => undefined)
        inFlight.push(written)
        position += length
        if (inFlight.length >= chunksInFlight) await inFlight.shift()
      }
    }
    await Promise.all(inFlight)
  } finally {
    await Promise.allSettled(inFlight)
  }
  return { bytes: position, sha256: hash.digest('hex') }
}

/** Reads a file of a known size from an open handle, with many requests under way at once. */
export async function* readContent(session: SftpSession, handle: Buffer, size: number): AsyncGenerator<Buffer> {
  const read = (position: number): Promise<Buffer> => {
    const buffer = Buffer.allocUnsafe(Math.min(chunkBytes, size - position))
    const answer = session.request<Buffer>((sftp, done) =>
      sftp.read(handle, buffer, 0, buffer.length, position, (error, count) => done(error, buffer.subarray(0, count))),
    )
    answer.catch(() => undefined)
    return answer
  }
  let position = 0
  while (position < size) {
    const inFlight: Promise<Buffer>[] = []
    let next = position
    try {
      for (;;) {
        for (; next < size && inFlight.length < chunksInFlight; next += chunkBytes) inFlight.push(read(next))
        const piece = await inFlight.shift()
        if (piece === undefined) return
        if (piece.length === 0)
          throw new DestinationError('differs', 'The file at the destination is shorter than its size')
        const wanted = Math.min(chunkBytes, size - position)
        position += piece.length
        yield piece
        // A server may answer with less than was asked for; what follows is asked for once more.
        if (piece.length < wanted) break
      }
    } finally {
      await Promise.allSettled(inFlight)
    }
  }
}

/** Reads a file from the server and hashes it. @throws SftpRefusal as the server says, such as that there is none */
export const measureFile = async (session: SftpSession, path: string): Promise<Measured> => {
  const handle = await openFile(session, path, 'r')
  try {
    const bytes = await sizeOfOpen(session, handle)
    const hash = createHash('sha256')
    for await (const piece of readContent(session, handle, bytes)) hash.update(piece)
    return { bytes, sha256: hash.digest('hex') }
  } finally {
    await closeFile(session, handle).catch(() => undefined)
  }
}
