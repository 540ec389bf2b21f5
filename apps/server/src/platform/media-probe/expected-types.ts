import type { PayloadType } from '@holdfast/contract'

const audio = ['amr', 'amr-wb', 'mp4', '3gpp', 'ogg', 'wav', 'mpeg', 'aac', 'flac', 'webm'].map(
  (name) => `audio/${name}`,
)
const image = ['jpeg', 'png', 'heic', 'webp'].map((name) => `image/${name}`)
const video = ['mp4', '3gpp', 'webm', 'quicktime'].map((name) => `video/${name}`)

/** What a payload's content is allowed to be: media of certain types, a message, anything harmless, or nothing at all. */
export type Expected = { media: readonly string[] } | 'message' | 'anything' | 'nothing'

export const expectedContent = {
  AbortedCall: 'nothing',
  BlockedCall: 'nothing',
  Call: { media: audio },
  Interview: { media: audio },
  Photo: { media: image },
  Video: { media: video },
  AR: { media: video },
  SMS: 'message',
  MMS: 'message',
  RCS: 'message',
  Diagnostics: 'anything',
} as const satisfies Record<PayloadType, Expected>
