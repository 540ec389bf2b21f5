import { calls, fullPath, type LegacyMigration, type Payload, type PayloadComment } from '@holdfast/contract'
import { sql } from 'kysely'
import { type DemoCustomer, demoCustomers } from '../../apps/demo/src/demo-customers.ts'
import { fillAccount } from '../../apps/demo/src/fill-account.ts'
import { addCarrierFile } from '../../apps/demo/src/history/carrier-file.ts'
import { fillAccessRequests, fillAccessReviews } from '../../apps/demo/src/history/fill-access.ts'
import { fillAlerts } from '../../apps/demo/src/history/fill-alerts.ts'
import { fillCustomerHistory } from '../../apps/demo/src/history/fill-customer-history.ts'
import { fillReviewQueues } from '../../apps/demo/src/history/fill-reviews.ts'
import { fillStatements } from '../../apps/demo/src/history/fill-statements.ts'
import { fillSupport } from '../../apps/demo/src/history/fill-support.ts'
import { fillTransfers } from '../../apps/demo/src/history/fill-transfers.ts'
import { fillWebhooks } from '../../apps/demo/src/history/fill-webhooks.ts'
import { loadSampleMedia } from '../../apps/demo/src/history/sample-media.ts'
import { bumpAccessVersion } from '../../apps/server/src/core/authorization/index.ts'
import { compareCarrierRecords } from '../../apps/server/src/modules/carrier-records/comparison/compare-records.ts'
import { importCarrierFile } from '../../apps/server/src/modules/carrier-records/imports/import-file.ts'
import { importCarrierText } from '../../apps/server/src/modules/carrier-records/imports/import-text.ts'
import { openClientAccount } from '../../apps/server/src/modules/clients/index.ts'
import { reconcileMigration } from '../../apps/server/src/modules/migrations/reconciliation/reconcile-migration.ts'
import { runMigration } from '../../apps/server/src/modules/migrations/runs/run-migration.ts'
import { drawDueQueues } from '../../apps/server/src/modules/reviews/draw-again.ts'
import { countStatistics } from '../../apps/server/src/modules/statistics/index.ts'
import { draft } from '../../apps/server/test/account-with-roles.ts'
import { addRows } from '../setup/rows.ts'
import { TestServer } from '../setup/server.ts'
import { stoppedOnFailure } from '../setup/stopped-on-failure.ts'

export const customer = 'meridian'
export const otherCustomer = 'aurora'
export const oneGroup = 'Equities London'

/** A server whose lists have rows, and the tokens of those who read them. */
export interface FilledServer {
  readonly server: TestServer
  readonly tokens: {
    readonly everything: string
    readonly oneGroup: string
    readonly elsewhere: string
    readonly staff: string
  }
}

/** The demonstration's customers with fewer device users: what their handsets report fills the lists. */
const customers: readonly DemoCustomer[] = demoCustomers.map((one) => ({
  ...one,
  groups: one.groups.map((group) => ({ ...group, users: 12 })),
  handsets: one.handsets.length > 0 ? [0, 3] : [],
}))
const size = { days: 33, volume: 200 }

export const startFilledServer = (): Promise<FilledServer> =>
  stoppedOnFailure(async (started) => {
    const server = started.use(await TestServer.start())
    const { platform } = server.api
    const { database } = platform
    for (const one of customers) await openClientAccount(platform, one, (tx) => fillAccount(tx, one))
    await fillSupport(database, customers)
    await fillAccessRequests(database, customers)
    const withHistory = customers.filter(({ client }) => client === customer)
    await fillCustomerHistory(
      platform,
      await loadSampleMedia(),
      withHistory.map((one) => ({ customer: one, size })),
    )
    await fillAccessReviews(database, customers)
    await fillReviewQueues(database, customers)
    await fillStatements(platform, customers)
    await fillAlerts(platform, customers)
    await fillWebhooks(platform, customer)
    await fillTransfers(platform, customer)
    await fillCarrierRecords(server)
    await addRest(server)
    await keepNewestReports(server)
    const tokens = await signInReaders(server)
    await addReviewsAndComments(server, tokens.everything)
    await addMigrations(server, tokens.everything)
    await countStatistics.handle({ platform, signal: new AbortController().signal } as never, {})
    return { server, tokens }
  })

const allowAlerts = ({ api }: TestServer, roles: readonly string[]): Promise<unknown> =>
  api.platform.database.transaction(customer, async (tx) => {
    await tx.db
      .updateTable('roles')
      .set({ alert_permissions: JSON.stringify({ ops_read: true, ops_write: true, sec_read: true, sec_write: true }) })
      .where('client', '=', customer)
      .where('role_reference', 'in', roles)
      .execute()
    await bumpAccessVersion(tx)
  })

const signInReaders = async (server: TestServer): Promise<FilledServer['tokens']> => {
  const everything = [{ actions_matching: '*' }]
  const role = { everything: 'Everything', oneGroup: 'One group' }
  await server.addRole(customer, role.everything, everything)
  await server.addRole(customer, role.oneGroup, [{ actions_matching: '*', conditions: [{ names_matching: oneGroup }] }])
  await server.addRole(otherCustomer, role.everything, everything)
  await allowAlerts(server, Object.values(role))
  await server.signIn('admin', { user_reference: 'marc.leroy', roles: ['Internal Support'] })
  return {
    // Has reviews of access, notifications and recordings to review.
    everything: await server.signIn(customer, { user_reference: 'helen.ward', roles: [role.everything] }),
    oneGroup: await server.signIn(customer, { user_reference: 'only.equities', roles: [role.oneGroup] }),
    elsewhere: await server.signIn(otherCustomer, { user_reference: 'hank', roles: [role.everything] }),
    staff: await server.signIn('admin', { user_reference: 'nadia.osei', roles: ['Internal Administrator'] }),
  }
}

/** Imports the demonstration's carrier file and one of another carrier, as the worker does, and compares the records. */
const fillCarrierRecords = async ({ api: { platform } }: TestServer): Promise<void> => {
  await addCarrierFile(platform.database, customer)
  await platform.database.transaction(customer, async (tx) => {
    const { mapping, ...file } = await tx.db
      .selectFrom('carrier_imports')
      .select(['mapping', 'file_name'])
      .where('client', '=', customer)
      .executeTakeFirstOrThrow()
    if (!mapping) throw new Error(`${file.file_name} has no mapping`)
    await importCarrierText(tx, {
      ...file,
      mapping,
      carrier_name: 'North',
      text: 'Subscriber;Other party;Date;Time;Seconds;Direction;Service\nnobody;;never',
      by: 'test',
    })
  })
  const imports = await platform.database.read(customer, (tx) =>
    tx.db.selectFrom('carrier_imports').select('import_reference').where('client', '=', customer).execute(),
  )
  // The handlers use the platform alone.
  const context = { platform, signal: new AbortController().signal } as never
  for (const { import_reference } of imports)
    await importCarrierFile.handle(context, { client: customer, import_reference })
  await compareCarrierRecords.handle(context, { client: customer })
}

/** Keeps the newest of what handsets reported: a month of positions takes long to read in pages. */
const keepNewestReports = ({ api: { platform } }: TestServer): Promise<void> =>
  platform.database.transaction(customer, async (tx) => {
    for (const [table, key, kept] of [
      ['gps', 'gps_reference', 400],
      ['device_logs', 'log_id', 400],
    ] as const) {
      await sql`delete from ${sql.table(table)} where client = ${customer} and ${sql.ref(key)} not in
        (select ${sql.ref(key)} from ${sql.table(table)} where client = ${customer}
          order by ${sql.ref(key)} desc limit ${kept})`.execute(tx.db)
    }
  })

/** Client apps of groups, and a second device of somebody in the one group, with gaps: the history has none in some weeks. */
const addRest = ({ api }: TestServer): Promise<void> =>
  api.platform.database.transaction(customer, async (tx) => {
    await addRows(tx, 'client_apps', [
      { app_reference: 'desk-archive', group: oneGroup },
      { app_reference: 'wealth-archive', group: 'Wealth Advisers' },
    ])
    const { device_user_reference } = await tx.db
      .selectFrom('devices')
      .select('device_user_reference')
      .where('client', '=', customer)
      .where('group', '=', oneGroup)
      .where('device_user_reference', 'is not', null)
      .executeTakeFirstOrThrow()
    const device = { device_reference: 'SECOND-1', device_user_reference, group: oneGroup }
    await addRows(tx, 'devices', [device])
    await addRows(tx, 'retention_policies', [{ version: 1 }, { version: 2 }])
    await addRows(tx, 'retention_runs', [{ kind: 'dry_run' }, { state: 'Stopped' }])
    await addRows(tx, 'sequence_gaps', [
      { ...device, gap_reference: '01ARZ3NDEKTSV4RRFFQ69G5F01' },
      { ...device, gap_reference: '01ARZ3NDEKTSV4RRFFQ69G5F02', first_missing: 5, last_missing: 6 },
    ])
  })

const transferConfig = (own: object) => ({
  payload_types: ['Call'],
  schedule: '',
  pgp_key: null,
  params: {
    target_type: 'S3',
    destination: 's3://archive/holdfast',
    iam_role_arn: 'arn:aws:iam::123456789012:role/holdfast',
  },
  transfer_file_format: 'Uncompressed',
  ...own,
})

/** A dry run over one export and a migration of another: two rows of different files can't be imported, and what arrived is compared. */
const addMigrations = async (server: TestServer, token: string): Promise<void> => {
  const { platform } = server.api
  for (const [folder, is_dry_run] of [
    ['export-2022', true],
    ['export-2023', false],
  ] as const) {
    const files = {
      'users.csv': `device_user_reference,group,services\nlegacy.person,${oneGroup},calls\n,Nowhere,calls\n`,
      'devices.csv':
        'device_reference,device_user_reference,model\nOLD-1,legacy.person,Nokia 6\nOLD-2,legacy.person,\n',
      'payloads.csv': `reference,payload_type,payload_time,device_reference,numbers
1,Call,2020-04-02T10:14:00Z,OLD-1,+442079460100\n2,SMS,2020-04-02T10:15:00Z,OLD-1,+442079460100\n`,
    }
    for (const [name, text] of Object.entries(files))
      await platform.objects.put(`migrations/${customer}/${folder}/${name}`, Buffer.from(text))
    const response = await server.call('POST', `/api/client/v1/${customer}/migrations`, {
      token,
      body: { folder, source: 'old', is_dry_run, time_zone: 'UTC' },
    })
    if (!response.ok) throw new Error(`${response.status} ${await response.text()}`)
    const { migration_id } = (await response.json()) as LegacyMigration
    const worker = { platform, attempt: 1, signal: AbortSignal.timeout(60_000) }
    await runMigration.handle(worker, { client: customer, migration_id })
    await reconcileMigration.handle(worker, { client: customer, migration_id })
  }
  await platform.database.transaction(customer, ({ client, db }) =>
    db
      .updateTable('payloads')
      .set({ legacy_source: 'old', legacy_reference: 'REC-1' })
      .where('client', '=', client)
      .where('payload_type', '=', 'SMS')
      .execute(),
  )
}

/** Versions of a role, commands, transfer configurations, a second webhook, a queue of helen's; two comments on a recording, one of them changed, and a closed one. */
const addReviewsAndComments = async (server: TestServer, token: string): Promise<void> => {
  const base = fullPath(calls.listPayloads).replace('/payloads', '').replace('{client}', customer)
  const adminBase = base.replace('client', 'admin')
  const made = async <T>(method: string, path: string, body?: object, at = base): Promise<T> => {
    const response = await server.call(method, `${at}${path}`, { token, ...(body ? { body } : {}) })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`)
    return (text === '' ? undefined : JSON.parse(text)) as T
  }
  await made('POST', '/review_queues', {
    name: 'All calls',
    filter: { payload_types: ['Call'] },
    sample: null,
    reviewers: ['helen.ward'],
    due_on: null,
    second_review_percent: 0,
  })
  await made('POST', '/review_queues', {
    name: 'Messages of each day',
    filter: { payload_types: ['SMS'] },
    sample: { number: 5, stratify_by: null, seed: 'sample' },
    reviewers: ['helen.ward'],
    due_on: null,
    second_review_percent: 0,
    repeats: { weekday: null, hour: 6, time_zone: 'Europe/London', until: null, due_after_days: 7 },
  })
  await drawDueQueues(server.api.platform, customer, new Date(Date.now() + 3 * 24 * 60 * 60_000))
  for (const matter of ['Enquiry 12', 'Enquiry 13']) {
    await made('PUT', `/matters/${matter}`, { title: matter, reason: 'Asked', review_on: null, is_closed: false })
    const hold = { target_type: 'PortalUser', target: 'helen.ward', matter_reference: matter }
    await made('PUT', '/account/legal_holds/PortalUser/helen.ward', hold)
    for (const note_body of ['Asked the desk', 'It answered'])
      await made('POST', `/matters/${matter}/notes`, { note_body })
  }
  for (const actions_matching of ['groups:read', 'tags:read', 'roles:read']) {
    const body = { ...draft(), permissions: [{ actions_matching }] }
    await made('PUT', '/roles/Changed', body, adminBase)
  }
  for (const command of ['sync_data', 'diagnostics_upload']) {
    await made('POST', '/devices/SECOND-1/commands', { command }, adminBase)
  }
  for (const [reference, transfer_type] of [
    ['Nightly', 'Payload'],
    ['Surveillance', 'Vantage'],
  ]) {
    await made(
      'POST',
      `/transfer_configs/${reference}`,
      transferConfig({ transfer_type, is_active: reference === 'Nightly' }),
    )
  }
  const url = 'https://archive.example/holdfast'
  await made('PUT', '/webhooks/Archive', { url, event_types: ['alert.cleared'], is_active: false }, adminBase)
  for (const [report_reference, kind] of [
    ['01ARZ3NDEKTSV4RRFFQ69G5FA1', 'overview'],
    ['01ARZ3NDEKTSV4RRFFQ69G5FA2', 'reviews'],
  ]) {
    const body = {
      name: `Of ${kind}`,
      kind,
      view_reference: null,
      queue_reference: null,
      every: 'day',
      weekday: null,
      month_day: null,
      hour: 8,
      time_zone: 'UTC',
      recipients: ['helen.ward'],
      is_active: false,
    }
    await made('PUT', `/reports/${report_reference}`, body, adminBase)
  }
  const { items } = await made<{ items: Pick<Payload, 'payload_reference' | 'group'>[] }>('GET', '/payloads')
  const [own] = items.filter(({ group }) => group === oneGroup)
  const [other] = items.filter(({ group }) => group !== oneGroup)
  if (!own || !other) throw new Error('no recordings to comment on')
  const commentsOf = ({ payload_reference }: typeof own) => `/payloads/${payload_reference}/comments`
  const { comment_id } = await made<PayloadComment>('POST', commentsOf(own), { message: 'Heard' })
  await made('POST', commentsOf(own), { message: 'Heard as well' })
  for (const message of ['Heard twice', 'Heard three times']) {
    await made('PUT', `${commentsOf(own)}/${comment_id}`, { message })
  }
  const closed = await made<PayloadComment>('POST', commentsOf(other), { message: 'A mistake' })
  await made('DELETE', `${commentsOf(other)}/${closed.comment_id}`)
}
