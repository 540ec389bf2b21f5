import type { Group } from '@holdfast/access'
import type { PayloadType } from '@holdfast/contract'
import { bumpAccessVersion } from '../../../apps/server/src/core/authorization/index.ts'
import { counterStatement } from '../../../apps/server/src/modules/payloads/counts/payload-counters.ts'
import type { TenantTransaction } from '../../../apps/server/src/platform/database/index.ts'
import { newId } from '../../../apps/server/src/platform/identifiers.ts'
import { addRows } from '../../setup/rows.ts'
import type { TestServer } from '../../setup/server.ts'

export const client = 'acme'

const tag = (tag_key: string, tag_value: string) => ({ tag_key, tag_value })

export const groups: readonly Group[] = [
  { group_reference: 'Legal', tags: [tag('region', 'EU'), tag('region', 'UK')] },
  { group_reference: 'Sales EU', tags: [tag('region', 'EU'), tag('desk', 'rates')] },
  { group_reference: 'Sales UK', tags: [tag('region', 'UK')] },
  { group_reference: 'Trading', tags: [] },
]

export const types: readonly PayloadType[] = ['Call', 'SMS', 'Photo']

export interface Recording {
  readonly payload_reference: string
  readonly payload_type: PayloadType
  readonly group: string
  readonly device_reference: string
  readonly device_user_reference: string
}

const referenceOf = (number: number) => `01ARZ3NDEKTSV4RRFFQ69G5F${String(number).padStart(2, '0')}`
const deviceOf = (group: string) => `${group}-1`
const userOf = (group: string) => `user of ${group}`

/** A recording of each type in each group. The device of Trading belonged to Legal when it made one more. */
export const recordings: readonly Recording[] = [
  ...groups.flatMap(({ group_reference: group }, at) =>
    types.map((payload_type, index) => ({
      payload_reference: referenceOf(at * types.length + index),
      payload_type,
      group,
      device_reference: deviceOf(group),
      device_user_reference: userOf(group),
    })),
  ),
  {
    payload_reference: referenceOf(99),
    payload_type: 'Call',
    group: 'Legal',
    device_reference: deviceOf('Trading'),
    device_user_reference: userOf('Legal'),
  },
]

export const devices = groups.map(({ group_reference: group }) => ({ device_reference: deviceOf(group), group }))
export const deviceUsers = groups.map(({ group_reference: group }) => ({ device_user_reference: userOf(group), group }))
/** The group of each entry on the trail: one entry for every group, and one without a group. */
export const trail = [...groups.map(({ group_reference }) => group_reference), null]
export const people = groups.map(({ group_reference }) => ({
  user_reference: `person of ${group_reference}`,
  user_group: group_reference,
}))
export const apps = [...groups.map(({ group_reference }) => group_reference), null].map((group) => ({
  app_reference: `app ${group ?? 'of no group'}`,
  group,
}))

/** Adds rows of every kind for every group. */
export const addFixtures = async (server: TestServer): Promise<void> => {
  await server.openAccount(
    client,
    groups.map(({ group_reference }) => group_reference),
  )
  for (const device of devices) await server.addDevice(client, device)
  await server.api.platform.database.transaction(client, async (tx) => {
    for (const { group_reference, tags } of groups) {
      const table = tx.db.updateTable('groups').set({ tags: JSON.stringify(tags) })
      await table.where('client', '=', client).where('group_reference', '=', group_reference).execute()
    }
    await addRows(tx, 'device_users', deviceUsers)
    for (const [sequence, recording] of recordings.entries()) await addRecording(tx, recording, sequence)
    for (const group of trail) await addEntries(tx, group)
    await addRows(tx, 'portal_users', people)
    await addRows(tx, 'client_apps', apps)
    await bumpAccessVersion(tx)
  })
}

const addRecording = async (tx: TenantTransaction, recording: Recording, sequence: number): Promise<void> => {
  await addRows(tx, 'payloads', [{ ...recording, sequence }])
  const { group, payload_type } = recording
  const payload_time = tx.now.toISOString()
  const count = { group, payload_type, payload_state: 'Processed', payload_time, by: 1 } as const
  await tx.db.executeQuery(counterStatement(tx, [count]))
}

/** The author of these entries, by whom they are told apart from those of the test's own calls. */
export const entryAuthor = 'chronicler'

const addEntries = async (tx: TenantTransaction, group: string | null): Promise<void> => {
  const { now } = tx
  const call = { client, action: 'groups:read', call: 'GET /groups', parameters: '{}', events: '[]' } as const
  const times = { activity_time: now, activity_end_time: now, duration: 0 }
  const entry = { ...call, ...times, group, is_allowed: true, status_code: 200, request_id: 'test' }
  const by = { user_id: entryAuthor, roles: [], user_ip: '192.0.2.1', is_client_app: false }
  await tx.db
    .insertInto('user_activities')
    .values({ ...entry, ...by, log_id: newId(now) })
    .execute()
  const device = { device_ip: '192.0.2.1', device_reference: `device of ${group}` }
  await tx.db
    .insertInto('device_activities')
    .values({ ...entry, ...device, log_id: newId(now) })
    .execute()
}
