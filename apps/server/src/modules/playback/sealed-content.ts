import { Readable } from 'node:stream'
import { ProductError } from '@holdfast/contract'
import { headerBytes, openHeader, openRange, plainSize, segmentRange, unwrapDek } from '@holdfast/custody'
import type { PayloadRow } from '../../platform/database/index.ts'
import type { Platform } from '../../platform/platform.ts'
import type { MediaRange } from './media-range.ts'

/** A recording whose key was found; opens no more of the stored bytes than are asked for. */
export interface SealedContent {
  /** Bytes of the opened content. */
  size: number
  stream(range: Pick<MediaRange, 'start' | 'end'>): Promise<Readable>
}

/** @throws ProductError `payload.not_found` when the stored bytes or their key are gone */
export const sealedContent = (platform: Platform, payload: PayloadRow): SealedContent => {
  const { client, key_id, encrypted_dek, iv, size, s3_path } = payload
  if (!key_id || !encrypted_dek || !iv || !size || !s3_path) throw new ProductError('payload.not_found')
  const open = async () => {
    const privateKey = await platform.clientKeys.privateKey(client, key_id)
    if (!privateKey) throw new ProductError('payload.not_found')
    const dek = await unwrapDek(encrypted_dek, privateKey)
    const header = await wholeOf(await platform.objects.get(s3_path, { start: 0, end: headerBytes - 1 }))
    const { payload_reference, payload_type, device_reference } = payload
    return openHeader(header, dek, { payload_reference, payload_type, device_reference, iv })
  }
  return {
    size: plainSize(size),
    stream: async ({ start, end }) => {
      const opened = await open()
      const range = segmentRange({ sealedSize: size, plainStart: start, plainEnd: end })
      const sealed = await platform.objects.get(s3_path, { start: range.sealedStart, end: range.sealedEnd - 1 })
      const content = Readable.from(openRange(opened, sealed, range), { objectMode: false })
      // Left before its first byte was read, the generator never began, and would not let go of the stored bytes.
      return content.once('close', () => sealed.destroy())
    },
  }
}

const wholeOf = async (stream: Readable): Promise<Uint8Array> => {
  const chunks: Uint8Array[] = []
  for await (const chunk of stream) chunks.push(chunk)
  return Buffer.concat(chunks)
}
