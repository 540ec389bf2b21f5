import type { PayloadType } from '@holdfast/contract'
import type { MessageId } from '../../shared/i18n/text.ts'

/** The services whose recordings have a screen of their own. */
export const kindNames = ['calls', 'photos', 'videos', 'messages', 'interviews'] as const
export type KindName = (typeof kindNames)[number]
/** The kinds of recordings. Diagnostics are list-only (product.md section 2). */
export type AnyKindName = KindName | 'diagnostics'
/** The lists of recordings: one of each kind, and one of all kinds that have a screen of their own. */
export type ListName = AnyKindName | 'all'

/** A list of recordings. */
export interface ListedKind {
  name: ListName
  types: readonly PayloadType[]
  title: MessageId
  emptyTitle: MessageId
  emptyBody: MessageId
  /** The address of the list. */
  list: `/dashboard/services/${ListName}`
}

export interface Kind extends ListedKind {
  name: KindName
  /** The address of a recording of this kind. */
  linkOf: (payloadReference: string) => string
}

const listed = <const Name extends ListName>(name: Name, types: readonly PayloadType[]) => ({
  name,
  types,
  title: `page.${name}` as const,
  emptyTitle: `empty.${name}` as const,
  emptyBody: `empty.${name}_body` as const,
  list: `/dashboard/services/${name}` as const,
})

const kind = (name: KindName, types: readonly PayloadType[]): Kind => ({
  ...listed(name, types),
  name,
  linkOf: (reference) => `/dashboard/services/${name}/${encodeURIComponent(reference)}`,
})

/** The services whose recordings have a screen, and their payload types. AR recordings are videos. */
export const kinds = {
  calls: kind('calls', ['Call', 'AbortedCall', 'BlockedCall']),
  photos: kind('photos', ['Photo']),
  videos: kind('videos', ['Video', 'AR']),
  messages: kind('messages', ['SMS', 'MMS', 'RCS']),
  interviews: kind('interviews', ['Interview']),
} as const satisfies Record<KindName, Kind>

/** All lists of recordings. Diagnostics are reports of handsets and stay out of that of all kinds (docs/decisions/0104). */
export const listedKinds = {
  ...kinds,
  diagnostics: listed('diagnostics', ['Diagnostics']),
  all: listed(
    'all',
    Object.values<Kind>(kinds).flatMap(({ types }) => types),
  ),
} as const satisfies Record<ListName, ListedKind>

/** The kind of a payload type; `null` if its recordings have no screen. */
export const kindOfType = (type: PayloadType): Kind | null =>
  Object.values<Kind>(kinds).find(({ types }) => types.includes(type)) ?? null

/** The screen that shows a recording: its own, or the list of Diagnostics. */
export const addressOfPayload = (type: PayloadType, reference: string): string =>
  kindOfType(type)?.linkOf(reference) ?? listedKinds.diagnostics.list

/** Where a recording is reviewed: its own screen, or the one for diagnostics, which exists for review queues only. */
export const reviewAddressOf = (type: PayloadType, reference: string): string =>
  kindOfType(type)?.linkOf(reference) ?? `/dashboard/reviews/diagnostics/${encodeURIComponent(reference)}`
