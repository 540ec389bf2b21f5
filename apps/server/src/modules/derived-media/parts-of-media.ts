import type { MediaPart, PayloadMedia } from '@holdfast/contract'

/** A part that can be made, and what it is made of: the recording itself, or a file attached to a message. */
export interface PossiblePart {
  part: MediaPart
  /** Of the attached file among those of its message; 0 for the recording itself. */
  place: number
  /** Of the recording or the file. */
  content_type: string
}

const sound = /^audio\/(amr(-wb)?|3gpp2?|mp4|x-m4a|aac|mpeg|wav|ogg|opus|flac|webm)$/
const video = /^video\/(mp4|x-m4v|quicktime|3gpp2?|webm)$/
const picture = /^image\/(jpeg|png|webp|gif)$/
const heic = /^image\/hei[cf]$/

/**
 * What may be made of content of this type. Every sound gets a rendition: one format for the player, with exact seeking. A video
 * gets one unless every browser plays the original.
 */
const partsOf = (content_type: string): readonly MediaPart[] => {
  if (sound.test(content_type)) return ['peaks', 'rendition']
  if (video.test(content_type)) return ['poster', 'thumbnail', 'rendition']
  if (heic.test(content_type)) return ['thumbnail', 'rendition', 'facts']
  return picture.test(content_type) ? ['thumbnail', 'facts'] : []
}

/**
 * What may be made of a recording and of the files attached to it; nothing before it is processed. What cameras noted in attached
 * pictures is not read: no screen shows it.
 */
export const possibleParts = (media: PayloadMedia | null): PossiblePart[] => {
  const attachments = media?.attachments
  const contents = attachments ?? [{ content_type: media?.content_type ?? '' }]
  return contents.flatMap(({ content_type }, place) =>
    partsOf(content_type)
      .filter((part) => part !== 'facts' || !attachments)
      .map((part) => ({ part, place, content_type })),
  )
}

/** Whether a part stands in the database: it is small, and lists show many of them at once. */
export const isInDatabase = (part: MediaPart): boolean => part === 'peaks' || part === 'thumbnail' || part === 'facts'

/** Content type of a part made of content of this type. */
export const partContentType = ({ part, content_type }: PossiblePart): string => {
  if (part === 'peaks') return 'application/octet-stream'
  if (part === 'facts') return 'application/json'
  if (part !== 'rendition') return 'image/webp'
  if (content_type.startsWith('video/')) return 'video/mp4'
  return content_type.startsWith('audio/') ? 'audio/mpeg' : 'image/jpeg'
}

/** What a part is called within its recording: in its key, and in what its sealed bytes are bound to. */
export const partName = (part: MediaPart, place: number, isAttached: boolean): string =>
  isAttached ? `${part}-${place}` : part

/** The same for the first bytes of a part, which are sealed by themselves. */
export const headName = (name: string): string => `${name}-head`
