import type { PayloadMedia } from '@holdfast/contract'
import type { ProbeResult } from '../../platform/media-probe/index.ts'

const millisecondsInSecond = 1000

/** What the portal is told of opened content. */
export const toPayloadMedia = (size: number, { media_type, duration_s, width, height }: ProbeResult): PayloadMedia => ({
  content_type: media_type,
  size,
  duration_ms: duration_s === undefined ? null : Math.round(duration_s * millisecondsInSecond),
  width: width ?? null,
  height: height ?? null,
  channels: null,
  sample_rate: null,
})
