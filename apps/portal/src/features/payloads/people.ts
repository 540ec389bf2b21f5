import type { Payload } from '@holdfast/contract'

export interface Party {
  /** Null when the number was withheld. */
  number: string | null
  name: string | undefined
}

/** Everybody on the other side: second parties of a call, parties of a message, else the numbers alone. */
export const partiesOf = ({ meta, numbers }: Payload): readonly Party[] => {
  const named = meta.second_parties ?? meta.message_parties
  if (named && named.length > 0) return named.map(({ phone_number: number, name }) => ({ number, name }))
  return numbers.map((number) => ({ number, name: undefined }))
}

export const partyName = ({ number, name }: Party, unknown: string): string => name ?? number ?? unknown

/** Seconds: what the device counted, else what the content turned out to last. */
export const durationSeconds = ({ meta, media }: Payload): number | null => {
  if (meta.duration !== undefined) return meta.duration
  return media?.duration_ms != null ? media.duration_ms / 1000 : null
}
