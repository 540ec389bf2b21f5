import { createHash, type Hash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import {
  AbortMultipartUploadCommand,
  type CompletedPart,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  PutObjectCommand,
  S3ServiceException,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import type { FileToDeliver, PutOptions } from './destination.ts'
import { DestinationError } from './destination-error.ts'
import type { Measured } from './measured.ts'
import type { S3Connection } from './s3-connection.ts'

const mebibyte = 1024 ** 2
/** A file has at most 10,000 parts. */
const leastPartBytes = 8 * mebibyte
const usedParts = 9_000
const partsInFlight = 2
const conflictTries = 3

/** `checked`: the store compared the SHA-256. `sent`: it did not. `exists`: the name was taken meanwhile. */
export interface Uploaded {
  sent: Measured
  outcome: 'checked' | 'sent' | 'exists'
}

/** Uploads one file, in one request if it fits, otherwise in parts, of which at most three are in memory. */
export class S3Upload {
  readonly #connection: S3Connection
  readonly #target: { Bucket: string; Key: string }
  readonly #hash: Hash = createHash('sha256')
  #bytes = 0

  constructor(connection: S3Connection, target: { Bucket: string; Key: string }) {
    this.#connection = connection
    this.#target = target
  }

  async send(file: FileToDeliver, { mayFinish, signal }: PutOptions): Promise<Uploaded> {
    const partBytes = Math.max(leastPartBytes, Math.ceil((file.size ?? 0) / usedParts))
    const parts = this.#partsOf(file.open(), partBytes, signal)
    try {
      const first = (await parts.next()).value ?? Buffer.alloc(0)
      const second = (await parts.next()).value
      if (second !== undefined) return await this.#sendParts([first, second], parts, { mayFinish, signal })
      await mayFinish()
      return await this.#sendWhole(first, signal)
    } finally {
      // Ends the source as well.
      await parts.return(undefined)
    }
  }

  async *#partsOf(content: AsyncIterable<Uint8Array>, partBytes: number, signal: AbortSignal): AsyncGenerator<Buffer> {
    let pieces: Uint8Array[] = []
    let bytes = 0
    for await (const piece of content) {
      signal.throwIfAborted()
      this.#hash.update(piece)
      this.#bytes += piece.byteLength
      pieces.push(piece)
      bytes += piece.byteLength
      if (bytes < partBytes) continue
      yield Buffer.concat(pieces)
      pieces = []
      bytes = 0
    }
    if (bytes > 0) yield Buffer.concat(pieces)
  }

  #measured(): Measured {
    return { bytes: this.#bytes, sha256: this.#hash.digest('hex') }
  }

  async #sendWhole(Body: Buffer, signal: AbortSignal): Promise<Uploaded> {
    const sent = this.#measured()
    const ChecksumSHA256 = Buffer.from(sent.sha256, 'hex').toString('base64')
    const put = (condition: { IfNoneMatch?: '*' }) =>
      this.#connection.send(
        (client, options) =>
          client.send(new PutObjectCommand({ ...this.#target, Body, ChecksumSHA256, ...condition }), options),
        { bytes: Body.byteLength, signal },
      )
    const answer = await this.#firstOnly(put)
    if (answer === 'exists') return { sent, outcome: 'exists' }
    return { sent, outcome: answer.ChecksumSHA256 === ChecksumSHA256 ? 'checked' : 'sent' }
  }

  async #sendParts(begun: Buffer[], rest: AsyncIterable<Buffer>, { mayFinish, signal }: PutOptions): Promise<Uploaded> {
    const { UploadId } = await this.#connection.send((client, options) =>
      client.send(new CreateMultipartUploadCommand({ ...this.#target, ChecksumAlgorithm: 'SHA256' }), options),
    )
    const upload = { ...this.#target, UploadId }
    try {
      const { completed, checksums } = await this.#uploadAll(upload, inOrder(begun, rest), signal)
      const sent = this.#measured()
      await mayFinish()
      const answer = await this.#firstOnly((condition) =>
        this.#connection.send(
          (client, options) => {
            const command = { ...upload, MultipartUpload: { Parts: completed }, ...condition }
            return client.send(new CompleteMultipartUploadCommand(command), options)
          },
          { bytes: sent.bytes, signal },
        ),
      )
      if (answer === 'exists') {
        await this.#abort(upload)
        return { sent, outcome: 'exists' }
      }
      return { sent, outcome: answer.ChecksumSHA256 === checksumOfParts(checksums) ? 'checked' : 'sent' }
    } catch (error) {
      await this.#abort(upload)
      throw error
    }
  }

  async #uploadAll(
    upload: { Bucket: string; Key: string; UploadId: string | undefined },
    parts: AsyncIterable<Buffer>,
    signal: AbortSignal,
  ): Promise<{ completed: CompletedPart[]; checksums: Buffer[] }> {
    const inFlight: Promise<CompletedPart>[] = []
    const completed: CompletedPart[] = []
    const checksums: Buffer[] = []
    const next = async (): Promise<void> => {
      const part = await inFlight.shift()
      if (part) completed.push(part)
    }
    try {
      for await (const Body of parts) {
        if (inFlight.length >= partsInFlight) await next()
        const checksum = createHash('sha256').update(Body).digest()
        checksums.push(checksum)
        const sent = this.#sendPart({ ...upload, PartNumber: checksums.length }, { Body, checksum, signal })
        sent.catch(() => undefined)
        inFlight.push(sent)
      }
      while (inFlight.length > 0) await next()
    } finally {
      await Promise.allSettled(inFlight)
    }
    return { completed, checksums }
  }

  async #sendPart(
    part: { Bucket: string; Key: string; UploadId: string | undefined; PartNumber: number },
    { Body, checksum, signal }: { Body: Buffer; checksum: Buffer; signal: AbortSignal },
  ): Promise<CompletedPart> {
    const { ETag, ChecksumSHA256 } = await this.#connection.send(
      (client, options) =>
        client.send(new UploadPartCommand({ ...part, Body, ChecksumSHA256: checksum.toString('base64') }), options),
      { bytes: Body.byteLength, signal },
    )
    return { ETag, PartNumber: part.PartNumber, ...(ChecksumSHA256 ? { ChecksumSHA256 } : {}) }
  }

  async #abort(upload: { Bucket: string; Key: string; UploadId: string | undefined }): Promise<void> {
    await this.#connection
      .send((client, options) => client.send(new AbortMultipartUploadCommand(upload), options))
      .catch(() => undefined)
  }

  /**
   * Writes on the condition that the name is free. A store that does not know the condition is asked without: it was looked before
   * whether the name is free.
   */
  async #firstOnly<Answer>(
    write: (condition: { IfNoneMatch?: '*' }) => Promise<Answer>,
    tries = conflictTries,
  ): Promise<Answer | 'exists'> {
    try {
      return await write({ IfNoneMatch: '*' })
    } catch (error) {
      const status = error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined
      if (status === 412) return 'exists'
      if (status === 501) return write({})
      if (status !== 409) throw error
      if (tries <= 1) throw new DestinationError('interrupted', 'Something else is writing the same file')
      await wait(200)
      return this.#firstOnly(write, tries - 1)
    }
  }
}

async function* inOrder(begun: Buffer[], rest: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield* begun
  yield* rest
}

/** As S3 defines it for files in parts: the hash of the hashes, and their number. */
const checksumOfParts = (checksums: readonly Buffer[]): string => {
  const all = createHash('sha256').update(Buffer.concat(checksums)).digest('base64')
  return `${all}-${checksums.length}`
}
