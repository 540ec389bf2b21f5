import { measureStream } from '@holdfast/custody'
import type { Platform } from '../../core/platform.ts'
import type { PayloadRow } from '../../platform/database/index.ts'
import { ObjectNotFound, ObjectRangeUnsatisfiable } from '../../platform/objects/index.ts'
import { hasContent, readStoredContent } from '../payloads/index.ts'
import type { Part } from './part-headers.ts'

/** Whether the stored bytes of a payload contain this part at its offset. */
export const containsPart = async (
  platform: Pick<Platform, 'database' | 'objects'>,
  payload: PayloadRow,
  part: Part,
): Promise<boolean> => {
  const end = part.start_offset + part.bytes
  if (!hasContent(payload) || end > (payload.size ?? 0)) return false
  try {
    const stored = await readStoredContent(platform, payload, { start: part.start_offset, end: end - 1 })
    return (await measureStream(stored)).checksum === part.sha256
  } catch (error) {
    if (error instanceof ObjectNotFound || error instanceof ObjectRangeUnsatisfiable) return false
    throw error
  }
}
