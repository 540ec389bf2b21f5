import { contentTypes, type PayloadType } from '@holdfast/contract'

/** What a payload's content may be: media of certain types, a message, anything harmless, or nothing at all. */
export type Expected = { media: readonly string[] } | 'message' | 'anything' | 'nothing'

export const expectedContent = (payloadType: PayloadType): Expected => {
  const types: readonly string[] | null = contentTypes[payloadType]
  if (types === null) return 'anything'
  if (types.length === 0) return 'nothing'
  return types.includes('application/json') ? 'message' : { media: types }
}
