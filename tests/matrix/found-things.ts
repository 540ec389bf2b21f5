import { type Action, calls, type Found, type FoundKind, type PayloadType } from '@holdfast/contract'
import type { Caller } from './callers.ts'
import { expectation, isPermitted } from './expectation.ts'
import { backOffice, backOfficeFixture, desk, deskFixture, explainedPerson, interview } from './fixture-data.ts'
import type { MatrixServer } from './matrix-server.ts'

/** Something that `GET /found` finds by its reference, and what its list demands of those who see it. */
interface Thing {
  readonly kind: FoundKind
  readonly reference: string
  readonly action: Action
  readonly group?: typeof desk | typeof backOffice
  readonly payload_type?: PayloadType
  /** Any of these is enough as well: who reads the trail may find by name whom it is about. */
  readonly or?: readonly Pick<Thing, 'action' | 'group'>[]
}

const readingTrailOf = (...groups: (typeof desk | typeof backOffice)[]) =>
  groups.map((group) => ({ action: 'audit:read', group }) as const)

const ofPlace = (group: typeof desk | typeof backOffice, own: typeof deskFixture): Thing[] => [
  {
    kind: 'device_user',
    reference: own.device_user_reference,
    action: 'device_users:read',
    group,
    or: readingTrailOf(group),
  },
  { kind: 'device', reference: own.device_reference, action: 'devices:read', group },
  { kind: 'group', reference: group.group_reference, action: 'groups:read', group },
  { kind: 'payload', reference: own.payload_reference, action: 'payloads:read', group, payload_type: 'Call' },
]

export const things: readonly Thing[] = [
  ...ofPlace(desk, deskFixture),
  ...ofPlace(backOffice, backOfficeFixture),
  { kind: 'payload', reference: interview, action: 'payloads:read', group: desk, payload_type: 'Interview' },
  { kind: 'role', reference: 'Auditor', action: 'roles:read' },
  {
    kind: 'portal_user',
    reference: explainedPerson,
    action: 'roles:read',
    or: [{ action: 'audit:read' }, ...readingTrailOf(desk, backOffice)],
  },
]

const nameOf = ({ kind, reference }: Pick<Thing, 'kind' | 'reference'>): string => `${kind} ${reference}`

/** Which of the things the caller finds by their references. */
export const thingsFound = async ({ server, signedInCallers }: MatrixServer, caller: Caller): Promise<string[]> => {
  const found: string[] = []
  for (const thing of things) {
    const path = `/api/client/v1/${caller.at}/found?text=${encodeURIComponent(thing.reference)}`
    const headers = { ...(await signedInCallers.get(caller)?.headers()) }
    const response = await server.call('GET', path, { headers })
    const { items = [] } = (await response.json()) as { items?: Found[] }
    found.push(...items.map(nameOf).filter((name) => name === nameOf(thing)))
  }
  return found
}

/** Which of them the rules allow. */
export const thingsAllowed = (caller: Caller): string[] =>
  expectation({ name: 'find', call: calls.find, open: [200] }, caller).verdict === 'open'
    ? things
        .filter((thing) => [thing, ...(thing.or ?? [])].some((question) => isPermitted(caller, caller.at, question)))
        .map(nameOf)
    : []
