import { type CallInput, type calls, type Found, type FoundKind, foundKinds } from '@holdfast/contract'
import type { FoundOfKind, RequestContext } from '../../core/calls/index.ts'
import { foundDeviceUsers } from '../device-users/index.ts'
import { foundDevices, foundOwnNumbers } from '../devices/index.ts'
import { foundGroups } from '../groups/index.ts'
import { foundNumbers, foundPayloads } from '../payloads/index.ts'
import { foundPortalUsers } from '../portal-users/index.ts'
import { foundRoles } from '../roles/index.ts'

/** Each finds what the caller may read, as in the list of that kind. */
const finders: Record<FoundKind, (ctx: RequestContext, text: string) => Promise<FoundOfKind>> = {
  device_user: foundDeviceUsers,
  device: foundDevices,
  own_number: foundOwnNumbers,
  number: foundNumbers,
  group: foundGroups,
  role: foundRoles,
  portal_user: foundPortalUsers,
  payload: foundPayloads,
}

/** `GET /found`: everything that the text names, for the search palette and for choosing the values of filters. */
export const find = async (ctx: RequestContext, { query: { text, kinds } }: CallInput<typeof calls.find>) => {
  const letters = text.trim()
  const items: Found[] = []
  const more: FoundKind[] = []
  if (letters === '') return { items, more }
  // One after the other: a search must not take several of the few connections.
  for (const kind of foundKinds) {
    if (kinds && !kinds.includes(kind)) continue
    const found = await finders[kind](ctx, letters)
    items.push(...found.items)
    if (found.hasMore) more.push(kind)
  }
  return { items, more }
}
