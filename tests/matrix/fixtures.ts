import type { PayloadType, RoleRules } from '@holdfast/contract'
import type { TenantTransaction } from '../../apps/server/src/platform/database/index.ts'
import type { TestServer } from '../setup/server.ts'
import { hoursFromNow } from '../setup/support-desk.ts'
import { customRoles } from './callers.ts'
import {
  appAudience,
  appIssuer,
  belongings,
  customer,
  groups,
  interview,
  ofDesk,
  pendingRequest,
  provider,
  subject,
} from './standing-things.ts'

/** Adds rows for everything that calls are about to an account; other tests cover how each of them is created. */
export const addFixtures = (server: TestServer, account: string): Promise<void> =>
  server.api.platform.database.transaction(account, async (tx) => {
    await tagGroups(tx)
    await addCustomRoles(tx)
    for (const one of belongings) await addBelongings(tx, one)
    await addRecording(tx, { ...ofDesk, payload_reference: interview, payload_type: 'Interview', sequence: 3 })
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

const stamps = ({ client, now }: TenantTransaction) => ({
  client,
  created_at: now,
  updated_at: now,
  updated_by: 'test',
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
  const definition = { tag_key: 'region', tag_values: ['EMEA'], is_required: false, default_value: null }
  await tx.db
    .insertInto('tag_definitions')
    .values({ ...stamps(tx), ...definition })
    .execute()
}

const columnsOf = ({ role_reference, permissions, payload_types = null, cidr_ranges = null }: RoleRules) => ({
  role_reference,
  permissions: JSON.stringify(permissions),
  payload_types: payload_types && [...payload_types],
  cidr_ranges: cidr_ranges && [...cidr_ranges],
})

const addCustomRoles = async (tx: TenantTransaction): Promise<void> => {
  for (const role of customRoles) {
    await tx.db
      .insertInto('roles')
      .values({
        ...stamps(tx),
        ...columnsOf(role),
        alert_permissions: '{}',
        is_alertable: false,
        description: '',
        is_system: false,
      })
      .execute()
  }
}

type Belonging = (typeof belongings)[number]

const addBelongings = async (tx: TenantTransaction, belonging: Belonging): Promise<void> => {
  const { group, device_user_reference, app_reference } = belonging
  const person = { email: `${device_user_reference}@example.com`, first_name: 'Ana', surname: 'Reis' }
  await tx.db
    .insertInto('device_users')
    .values({
      ...stamps(tx),
      ...person,
      device_user_reference,
      group,
      services: ['calls'],
      expected_device_count: 1,
      is_active: true,
      is_legacy: false,
    })
    .execute()
  await addApp(tx, {
    app_reference,
    group,
    issuer: appIssuer,
    audience: appAudience(app_reference),
    jwks_uri: `${appIssuer}/jwks`,
    roles: [],
  })
  const sequence = belonging === ofDesk ? 1 : 2
  await addRecording(tx, { ...belonging, payload_type: 'Call', sequence })
}

export interface App {
  app_reference: string
  group: string | null
  issuer: string
  audience: string
  jwks_uri: string
  roles: string[]
}

export const addApp = async (tx: TenantTransaction, app: App): Promise<void> => {
  await tx.db
    .insertInto('client_apps')
    .values({ ...stamps(tx), ...app })
    .execute()
}

interface Recording extends Pick<Belonging, 'payload_reference' | 'group' | 'device_reference'> {
  payload_type: PayloadType
  sequence: number
}

const addRecording = async (
  tx: TenantTransaction,
  { payload_reference, group, device_reference, payload_type, sequence }: Recording,
): Promise<void> => {
  await tx.db
    .insertInto('payloads')
    .values({
      client: tx.client,
      payload_reference,
      payload_type,
      payload_state: 'Processed',
      s3_path: `recordings/${payload_reference}`,
      group,
      device_reference,
      device_ip: '192.0.2.1',
      sequence,
      meta: '{}',
      numbers: [],
      is_legacy: false,
      is_late: false,
      is_personal_number: false,
      payload_time: tx.now,
      registered_at: tx.now,
      updated_at: tx.now,
      updated_by: 'test',
    })
    .execute()
}

const addPerson = async ({ db, client, now }: TenantTransaction): Promise<void> => {
  const times = { created_at: now, updated_at: now, sessions_valid_from: now }
  await db
    .insertInto('portal_users')
    .values({ client, user_reference: subject, roles: ['Reviewer'], is_active: true, ...times })
    .execute()
}

interface AskedFor {
  request_reference: string
  role: string
  requested_by: string
  approval_state: 'pending' | 'approved'
}

export const addRequest = async (tx: TenantTransaction, request: AskedFor): Promise<void> => {
  await tx.db
    .insertInto('support_access')
    .values({
      client: tx.client,
      ...request,
      request_description: 'Ticket 4711',
      requested_at: tx.now,
      requested_expiry: hoursFromNow(2),
      approval_expiry: request.approval_state === 'approved' ? hoursFromNow(2) : null,
      updated_at: tx.now,
      updated_by: request.requested_by,
    })
    .execute()
}

/** Adds the handsets, and returns the token of the customer's handset of the desk. */
export const addHandsets = async (server: TestServer): Promise<string> => {
  let token = ''
  for (const account of [provider, customer]) {
    for (const { device_reference, group } of [...belongings].reverse()) {
      token = await server.addDevice(account, { device_reference, group })
    }
  }
  return token
}
