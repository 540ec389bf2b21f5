import type { MediaPart } from '@holdfast/contract'

const heic = /^image\/hei[cf]$/

/** What is made of content of this type. Every sound gets a rendition: one format for the player, with exact seeking. */
export const partsOf = (content_type: string): readonly MediaPart[] => {
  if (content_type.startsWith('audio/')) return ['peaks', 'rendition']
  if (content_type.startsWith('video/')) return ['poster', 'thumbnail']
  if (heic.test(content_type)) return ['thumbnail', 'rendition', 'facts']
  return content_type.startsWith('image/') ? ['thumbnail', 'facts'] : []
}

/** Whether a part stands in the database: it is small, and lists show many of them at once. */
export const isInDatabase = (part: MediaPart): boolean => part === 'peaks' || part === 'thumbnail' || part === 'facts'

/** Content type of a part made of content of this type. */
export const partContentType = (part: MediaPart, content_type: string): string => {
  if (part === 'peaks') return 'application/octet-stream'
  if (part === 'facts') return 'application/json'
  if (part === 'rendition') return content_type.startsWith('audio/') ? 'audio/mpeg' : 'image/jpeg'
  return 'image/webp'
}
