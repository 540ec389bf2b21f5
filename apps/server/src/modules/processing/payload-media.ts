import type { PayloadAttachment, PayloadMedia } from '@holdfast/contract'
import { storedJson } from '../../platform/database/index.ts'
import type { AttachmentFacts, ProbeResult } from '../../platform/media-probe/index.ts'

/** The media properties of a recording, as calls return them. What only decoding tells is added later. */
export const toPayloadMedia = (size: number, facts: ProbeResult): PayloadMedia => ({
  content_type: facts.media_type,
  size,
  duration_ms: null,
  width: facts.width ?? null,
  height: facts.height ?? null,
  channels: null,
  sample_rate: null,
  ...(facts.attachments ? { attachments: facts.attachments.map(toAttachment) } : {}),
})

/** Name and label are untrusted input. PostgreSQL stores neither U+0000 nor lone surrogates. */
const toAttachment = ({ isAsLabelled: _, ...facts }: AttachmentFacts): PayloadAttachment =>
  JSON.parse(storedJson(facts)) as PayloadAttachment
