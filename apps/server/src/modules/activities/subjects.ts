import { type ActivitySubject, limits } from '@holdfast/contract'
import type { AuditedEvent } from '../../core/activities/index.ts'
import type { RequestContext } from '../../core/calls/index.ts'
import type { PayloadRow } from '../../platform/database/index.ts'
import { findPayloads } from '../payloads/index.ts'

type Kind = ActivitySubject['kind']
type Subject = Pick<ActivitySubject, 'kind' | 'reference'>

/** The names under which parameters and details of events have what a call was about; lists of references too. */
const kinds: Readonly<Record<string, Kind>> = {
  payload_reference: 'payload',
  payload_references: 'payload',
  messages: 'payload',
  payloads: 'payload',
  user_reference: 'portal_user',
  role_reference: 'role',
  group_reference: 'group',
  tag_key: 'tag',
  app_reference: 'app',
  device_reference: 'device',
  device_user_reference: 'device_user',
  request_reference: 'support_access',
  view_reference: 'saved_view',
  client: 'client',
}

interface Recorded {
  /** The account: it is a subject only on the trail of another one. */
  client: string
  parameters: Readonly<Record<string, unknown>>
  events: readonly AuditedEvent[]
}

/** What an entry of the trail is about: what its parameters name, then what its events name, each once. */
export const subjectsOf = ({ client, parameters, events }: Recorded): Subject[] => {
  const named = [parameters, ...events.map(({ details }) => details)].flatMap((fields) =>
    Object.entries(fields).flatMap(([name, value]) => {
      const kind = kinds[name]
      return kind && value !== client ? referencesIn(value).map((reference) => ({ kind, reference })) : []
    }),
  )
  return [...new Map(named.map((subject) => [`${subject.kind} ${subject.reference}`, subject])).values()].slice(
    0,
    limits.maxReferencesInBatch,
  )
}

/** `payloads` has objects, the others references. */
const referencesIn = (value: unknown): string[] => {
  if (typeof value === 'string') return [value]
  if (Array.isArray(value)) return value.flatMap(referencesIn)
  const reference =
    typeof value === 'object' && value !== null && 'payload_reference' in value && value.payload_reference
  return typeof reference === 'string' ? [reference] : []
}

/**
 * Adds to recordings what the reader may know of them. Of others the trail tells the reference alone: who may read the trail may
 * not, for that reason, know who spoke with whom.
 */
export const describeSubjects = async (
  ctx: RequestContext,
  subjects: readonly Subject[],
): Promise<(subject: Subject) => ActivitySubject> => {
  const references = subjects.flatMap(({ kind, reference }) => (kind === 'payload' ? [reference] : []))
  const groups = await ctx.groups()
  const rows = references.length === 0 ? [] : await ctx.read((tx) => findPayloads(tx, [...new Set(references)]))
  const visible = rows.filter(({ group, payload_type }) => {
    const known = groups.get(group)
    return known !== undefined && ctx.access.can('payloads:read', { group: known, payload_type })
  })
  const payloads = new Map(visible.map((row) => [row.payload_reference, summaryOf(row)]))
  return ({ kind, reference }) => ({
    kind,
    reference,
    payload: (kind === 'payload' && payloads.get(reference)) || null,
  })
}

const summaryOf = (payload: PayloadRow): NonNullable<ActivitySubject['payload']> => {
  const { payload_type, payload_time, device_reference, device_user_reference, numbers, meta } = payload
  const { direction, second_parties, message_parties, timezone, local_time } = meta
  return {
    payload_type,
    payload_time,
    device_reference,
    device_user_reference,
    numbers,
    meta: { direction, second_parties, message_parties, timezone, local_time },
  }
}
