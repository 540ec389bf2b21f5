import { calls, type Payload } from '@holdfast/contract'
import { type ApiError, apiErrorOf } from '../../../shared/api/api-error.ts'
import { readApi } from '../../../shared/api/client.ts'
import { failureMessage } from '../../../shared/notices/notice.ts'
import { mayBeMade, whyNotMade } from './media-part.ts'
import type { WhyNot } from './why-not.ts'

/** Not the first byte: requesting that would be recorded as another playback. */
const oneByte = { headers: { range: 'bytes=1-1' } }
/** The content has a single byte, so it can be read. */
const rangeNotSatisfiable = 416

const damaged: WhyNot = { title: 'why.damaged_title', body: 'why.damaged' }

/**
 * Why content does not play. Media elements give no reason, so the address is requested: it is refused, out of reach,
 * damaged from some byte on, or in a format that this browser can't decode.
 */
export const whyItStopped = async (address: string, payload: Payload): Promise<WhyNot> => {
  const response = await fetch(address, oneByte).catch(() => null)
  if (!response) return { title: 'why.unreachable_title', body: 'why.unreachable', mayPass: true }
  if (response.ok || response.status === rangeNotSatisfiable) {
    await response.body?.cancel()
    return (await isDamaged(payload)) ? damaged : ((await notPrepared(address)) ?? undecodable(payload))
  }
  return whyRefused(await apiErrorOf(response))
}

/** The server records damage before it ends the stream. */
const isDamaged = async ({ payload_reference }: Payload): Promise<boolean> => {
  const payload = await readApi(calls.getPayload, { params: { payload_reference } }).catch(() => null)
  return payload !== null && payload.damaged_at !== null
}

/** The browser was given the original only because a decoder failed that may succeed another time. */
const notPrepared = async (address: string): Promise<WhyNot | null> => {
  const notMade = await whyNotMade(address, 'rendition')
  if (!notMade || !mayBeMade(notMade)) return null
  return { title: 'why.not_prepared_title', body: 'why.not_prepared', mayPass: true, remake: address }
}

/** Neither Holdfast nor browsers know where so many channels are to be heard. */
const maxMixedChannels = 8

const undecodable = ({ media, meta }: Payload): WhyNot => {
  const channels = media?.channels ?? 0
  if (channels > maxMixedChannels) return { title: 'why.channels_title', body: 'why.channels', values: { channels } }
  return {
    title: 'why.undecodable_title',
    body: 'why.undecodable',
    values: { format: media?.content_type ?? meta.content_type ?? '?' },
  }
}

const whyRefused = (error: ApiError): WhyNot => {
  if (error.code === 'playback.damaged') return damaged
  return error.status === 401 || error.status === 403
    ? { title: 'why.ended_title', body: 'why.ended', mayPass: true }
    : { title: 'why.unavailable_title', body: 'why.unavailable', reason: failureMessage(error), mayPass: true }
}
