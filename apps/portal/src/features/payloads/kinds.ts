import type { PayloadType } from '@holdfast/contract'
import type { MessageId } from '../../shared/i18n/text.ts'

export const kindNames = ['calls', 'photos', 'videos', 'messages', 'interviews'] as const
export type KindName = (typeof kindNames)[number]

export interface Kind {
  name: KindName
  types: readonly PayloadType[]
  title: MessageId
  emptyTitle: MessageId
  emptyBody: MessageId
  /** The address of a recording of this kind. */
  linkOf: (payloadReference: string) => string
}

const kind = (name: KindName, types: readonly PayloadType[]): Kind => ({
  name,
  types,
  title: `page.${name}`,
  emptyTitle: `empty.${name}`,
  emptyBody: `empty.${name}_body`,
  linkOf: (reference) => `/dashboard/services/${name}/${encodeURIComponent(reference)}`,
})

/** The services and their payload types. AR recordings are videos; Diagnostics have no screen. */
export const kinds = {
  calls: kind('calls', ['Call', 'AbortedCall', 'BlockedCall']),
  photos: kind('photos', ['Photo']),
  videos: kind('videos', ['Video', 'AR']),
  messages: kind('messages', ['SMS', 'MMS', 'RCS']),
  interviews: kind('interviews', ['Interview']),
} as const satisfies Record<KindName, Kind>

/** The kind of a payload type; `null` if it has no screen. */
export const kindOfType = (type: PayloadType): Kind | null =>
  Object.values<Kind>(kinds).find(({ types }) => types.includes(type)) ?? null
