import type { PayloadType, RoleRules } from '@holdfast/contract'
import { countMessagesStatement } from '../../apps/server/src/modules/conversations/index.ts'
import type { TenantTransaction } from '../../apps/server/src/platform/database/index.ts'
import { addRows, type NewRow } from '../setup/rows.ts'
import type { TestServer } from '../setup/server.ts'
import { hoursFromNow } from '../setup/support-desk.ts'
import { customRoles } from './callers.ts'
import {
  appAudience,
  appIssuer,
  customer,
  deskFixture,
  explainedPerson,
  groupFixtures,
  groups,
  interview,
  pendingRequest,
  personalNumber,
  provider,
  thread,
} from './fixture-data.ts'

/** Adds rows for everything that calls are about to an account; other tests cover how each of them is created. */
export const addFixtures = (server: TestServer, account: string): Promise<void> =>
  server.api.platform.database.transaction(account, async (tx) => {
    await tagGroups(tx)
    await addCustomRoles(tx)
    for (const one of groupFixtures) await addGroupFixture(tx, one)
    await addRecording(tx, { ...deskFixture, payload_reference: interview, payload_type: 'Interview', sequence: 3 })
    await addPerson(tx)
    if (account === customer) {
      const role = 'Auditor'
      await addRequest(tx, {
        request_reference: pendingRequest,
        role,
        requested_by: 'nadia',
        approval_state: 'pending',
      })
    }
  })

const tagGroups = async (tx: TenantTransaction): Promise<void> => {
  for (const { group_reference, tags } of groups) {
    await tx.db
      .updateTable('groups')
      .set({ tags: JSON.stringify(tags) })
      .where('client', '=', tx.client)
      .where('group_reference', '=', group_reference)
      .execute()
  }
  await addRows(tx, 'tag_definitions', [{ tag_key: 'region', tag_values: ['EMEA'] }])
}

const columnsOf = ({ role_reference, permissions, payload_types = null, cidr_ranges = null }: RoleRules) => ({
  role_reference,
  permissions: JSON.stringify(permissions),
  payload_types: payload_types && [...payload_types],
  cidr_ranges: cidr_ranges && [...cidr_ranges],
})

const addCustomRoles = (tx: TenantTransaction): Promise<void> => addRows(tx, 'roles', customRoles.map(columnsOf))

type GroupFixture = (typeof groupFixtures)[number]

const addGroupFixture = async (tx: TenantTransaction, fixture: GroupFixture): Promise<void> => {
  const { group, device_user_reference, app_reference } = fixture
  await addRows(tx, 'device_users', [{ device_user_reference, group }])
  await addRows(tx, 'personal_numbers', [{ device_user_reference, group, personal_number: personalNumber }])
  const reporter = { device_reference: fixture.device_reference, device_user_reference, group }
  await addRows(tx, 'gps', [reporter])
  await addRows(tx, 'device_logs', [{ ...reporter, log_id: fixture.log_id }])
  await addApp(tx, { app_reference, group, audience: appAudience(app_reference) })
  const sequence = fixture === deskFixture ? 1 : 2
  await addRecording(tx, { ...fixture, payload_type: 'Call', sequence })
  await addMessage(tx, fixture, sequence + 3)
  const { gap_reference, device_reference } = fixture
  await addRows(tx, 'sequence_gaps', [{ gap_reference, device_reference, device_user_reference, group }])
}

/** Adds a message that has not been uploaded. */
const addMessage = async (
  tx: TenantTransaction,
  { message_reference: payload_reference, group, device_reference }: GroupFixture,
  sequence: number,
): Promise<void> => {
  const meta = JSON.stringify({ direction: 'I', thread_id: thread })
  const state = { payload_type: 'SMS', payload_state: 'Recorded', s3_path: null } as const
  await addRows(tx, 'payloads', [{ payload_reference, group, device_reference, sequence, meta, ...state }])
  await tx.executeAll([countMessagesStatement({ client: tx.client, references: [payload_reference] })])
}

type App = Pick<NewRow<'client_apps'>, 'app_reference' | 'group' | 'issuer' | 'audience' | 'jwks_uri' | 'roles'>

/** Adds a client app, by default of the issuer whose tokens the callers use. */
export const addApp = (tx: TenantTransaction, app: App): Promise<void> =>
  addRows(tx, 'client_apps', [{ issuer: appIssuer, jwks_uri: `${appIssuer}/jwks`, ...app }])

interface Recording extends Pick<GroupFixture, 'payload_reference' | 'group' | 'device_reference'> {
  payload_type: PayloadType
  sequence: number
}

const addRecording = (
  tx: TenantTransaction,
  { payload_reference, group, device_reference, payload_type, sequence }: Recording,
): Promise<void> => {
  const s3_path = `recordings/${payload_reference}`
  return addRows(tx, 'payloads', [{ payload_reference, group, device_reference, payload_type, sequence, s3_path }])
}

const addPerson = (tx: TenantTransaction): Promise<void> =>
  addRows(tx, 'portal_users', [{ user_reference: explainedPerson, roles: ['Reviewer'] }])

interface SupportRequest {
  request_reference: string
  role: string
  requested_by: string
  approval_state: 'pending' | 'approved'
}

export const addRequest = (tx: TenantTransaction, request: SupportRequest): Promise<void> =>
  addRows(tx, 'support_access', [
    {
      ...request,
      approval_expiry: request.approval_state === 'approved' ? hoursFromNow(2) : null,
      updated_by: request.requested_by,
    },
  ])

/** Adds the handsets, and returns the token of the customer's handset of the desk. */
export const addHandsets = async (server: TestServer): Promise<string> => {
  let token = ''
  for (const account of [provider, customer]) {
    for (const { device_reference, group } of [...groupFixtures].reverse()) {
      token = await server.addDevice(account, { device_reference, group })
    }
  }
  return token
}
