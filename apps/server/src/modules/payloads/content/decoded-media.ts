import { isDeepStrictEqual } from 'node:util'
import { type PayloadMedia, type PayloadState, withContentMarks } from '@holdfast/contract'
import { noticesStatement, type PayloadRow, type TenantTransaction } from '../../../platform/database/index.ts'
import type { DecodedFacts } from '../../../platform/media/index.ts'
import { payloadNotice } from '../changes/payload-notice.ts'

/**
 * Records what decoding found out about a recording whose row is locked: its true length, and whether it is damaged. Open screens are
 * told of it. It is no change of the recording: whoever changed it last stays so.
 */
export const recordDecodedMedia = async (
  tx: TenantTransaction,
  payload: PayloadRow,
  decoded: DecodedFacts,
): Promise<void> => {
  const { payload_reference, payload_state, media: former } = payload
  if (!former) return
  const media = withDecoded(former, decoded)
  const unusual = withContentMarks(payload.unusual, {
    ...(decoded.duration_ms !== undefined && { duration_s: decoded.duration_ms / 1000 }),
    ...(decoded.channels !== undefined && { channels: decoded.channels }),
    isDamaged: decoded.is_damaged,
    undecodedTracks: decoded.undecoded_tracks.length,
  })
  if (isDeepStrictEqual([media, unusual], [former, payload.unusual])) return
  await tx.db
    .updateTable('payloads')
    .set({ media: JSON.stringify(media), unusual })
    .where('client', '=', tx.client)
    .where('payload_reference', '=', payload_reference)
    .execute()
  await tx.executeAll([noticesStatement(tx, [payloadNotice(payload, payload_state as PayloadState)])])
}

const withDecoded = (
  { undecoded_tracks: _, ...media }: PayloadMedia,
  { is_damaged: __, undecoded_tracks, ...facts }: DecodedFacts,
): PayloadMedia => ({
  ...media,
  ...facts,
  ...(undecoded_tracks.length > 0 && { undecoded_tracks: [...undecoded_tracks] }),
})
