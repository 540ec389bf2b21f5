import { type CallDeclaration, type CallName, calls, fullPath, serviceNames } from '@holdfast/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestServer } from '../setup/server.ts'
import { SupportDesk } from '../setup/support-desk.ts'
import { anAccount } from '../setup/test-account.ts'

/**
 * Callers who know only the specification send only its fields: every field that Holdfast adds to a body is optional.
 */

let server: TestServer
let token: string
let staff: string
let request_reference: string
let recording: string
let comment: string

beforeAll(async () => {
  const account = await anAccount('acme')
    .withGroups('Equities')
    .withDevice('Equities-1', 'Equities')
    .withPerson('boss', 'Account Administrator', 'Compliance Officer')
    .open()
  server = account.server
  token = account.tokens.boss
  const desk = await SupportDesk.open(server, 'acme', token)
  staff = desk.tokens.nadia
  request_reference = (await desk.asked()).request_reference
  const response = await put('/account/apps/Archive', archive, 'POST')
  if (!response.ok) throw new Error(await response.text())
  const onboarded = await put('/users/joe.low', person, 'POST')
  if (!onboarded.ok) throw new Error(await onboarded.text())
  const made = await server.call('POST', `/api/client/v1/acme/transfer_configs/Archive`, {
    token,
    body: transferConfig,
  })
  if (!made.ok) throw new Error(await made.text())
  recording = `/payloads/${await account.addCall(1, 'Equities', { numbers: [number] })}`
  const comments = `${recording}/comments`
  const commented = await server.call('POST', `/api/client/v1/acme${comments}`, { token, body: { message: 'Heard' } })
  comment = `${comments}/${((await commented.json()) as { comment_id: string }).comment_id}`
})

afterAll(() => server.stop())

const put = (path: string, body: object, method = 'PUT') =>
  server.call(method, `/api/admin/v1/acme${path}`, { token, body })

/** Sends a body to the call that a sample is for. */
const putSample = (name: string, body: object) => {
  const [base, ofClient] = fullPath(calls[name as CallName]).split('{client}')
  const isOfStaff = calls[name as CallName].catalogue === 'admin-internal'
  return server.call('PUT', ofClient === undefined ? sampleOf(name).path() : `${base}acme${sampleOf(name).path()}`, {
    token: isOfStaff ? staff : token,
    body,
  })
}

const number = '+447700900123'

const archive = {
  oidc_config: { issuer: 'https://id.acme.example', audience: 'archive', jwks_uri: 'https://id.acme.example/jwks' },
  group: 'Equities',
  roles: [],
  cidr_ranges: null,
}

const person = {
  group: 'Equities',
  services: ['calls'],
  expected_device_count: 2,
  email: 'joe@acme.example',
  first_name: 'Joe',
  surname: 'Low',
}

const reading = {
  permissions: [{ actions_matching: 'groups:read' }],
  payload_types: null,
  cidr_ranges: null,
  alert_permissions: [],
  is_alertable: false,
  description: 'Sees which groups there are',
}

const transferConfig = {
  transfer_type: 'Payload',
  payload_types: ['Call'],
  schedule: 'cron(0 2 * * ? *)',
  pgp_key: null,
  params: {
    target_type: 'S3',
    destination: 's3://archive/acme',
    iam_role_arn: 'arn:aws:iam::123456789012:role/holdfast',
  },
  transfer_file_format: 'Uncompressed',
  is_active: false,
}

interface Sample {
  path: () => string
  body: object
}

const unknownAlert = '01ARZ3NDEKTSV4RRFFQ69G5FAV'

/** A body with only the specified fields, for each call. */
const samples: Partial<Record<CallName, Sample>> = {
  putAccountDefaults: {
    path: () => '/account/defaults',
    body: { user_group: 'Equities', role: null, cidr_ranges: null },
  },
  putApp: { path: () => '/account/apps/Archive', body: { ...archive, group: null } },
  putDeviceUser: { path: () => '/users/joe.low', body: person },
  addPersonalNumbers: {
    path: () => '/personal_numbers',
    body: { device_user_reference: 'joe.low', numbers: [number], reason: 'Her doctor' },
  },
  placeLegalHold: {
    path: () => '/account/legal_holds/DeviceUser/joe.low',
    body: { target: 'joe.low', target_type: 'DeviceUser' },
  },
  putAccountMigration: {
    path: () => '/account/migration',
    body: { disable_onboarding: true, disable_offboarding: false, disable_payloads: false },
  },
  putGroup: { path: () => '/groups/Rates', body: { tags: [] } },
  putTag: { path: () => '/tags/floor', body: { tag_values: ['1'], is_required: false, default_value: null } },
  putComment: { path: () => comment, body: { message: 'Heard twice', comment_duration: 3 } },
  putPayload: { path: () => recording, body: { party_names: [{ phone_number: number, name: 'Anna' }] } },
  putRetention: {
    path: () => '/account/retention',
    body: {
      entities: [{ entity_type: 'AlertData', destroy_after_days: 400 }],
      payloads: [
        {
          payload_type: 'Call',
          retention_timestamp: 'payload_time',
          delete_after_days: 1827,
          destroy_after_days: 1857,
          required_receipts: ['Archive'],
          required_transfers: ['Nightly'],
        },
      ],
    },
  },
  putRole: { path: () => '/roles/Readers', body: reading },
  changeAllAlerts: { path: () => '/api/admin/v1/alerts', body: { alert_references: [unknownAlert], change: 'clear' } },
  dismissAllAlerts: { path: () => '/api/admin/v1/alerts/dismiss', body: { alert_references: [unknownAlert] } },
  changeClientAlerts: { path: () => '/alerts', body: { alert_references: [unknownAlert], change: 'clear' } },
  dismissClientAlerts: { path: () => '/alerts/dismiss', body: { alert_references: [unknownAlert] } },
  putLicences: {
    path: () => '/licenses',
    body: Object.fromEntries(serviceNames.map((service) => [service, 100])),
  },
  putTransferConfig: { path: () => '/transfer_configs/Archive', body: transferConfig },
  decideSupportAccess: { path: () => `/supportaccess/${request_reference}`, body: { approval_state: 'approved' } },
}

const specifiedPuts = Object.entries(calls as Record<string, CallDeclaration>).filter(
  ([, { method, beyondSpecification }]) => method === 'PUT' && !beyondSpecification,
)
const sampleOf = (name: string): Sample => {
  const sample = samples[name as CallName]
  if (!sample) throw new Error(`no sample body for ${name}`)
  return sample
}

describe.each(specifiedPuts)('%s', (name, call) => {
  it('accepts a body with only the specified fields, also when the thing exists already', async () => {
    const { path, body } = sampleOf(name)
    const addresses = fullPath(call)
      .replace(/^.*\{client\}/, '')
      .replace(/\{\w+\}/g, '[^/]+')
    expect(path()).toMatch(new RegExp(`^${addresses}$`))
    expect((await putSample(name, body)).status).toBe(200)
    // A request can be decided only once.
    if (name !== 'decideSupportAccess') expect((await putSample(name, body)).status).toBe(200)
  })
})

const versioned = specifiedPuts.filter(([, { body }]) => 'version' in Object(Object(body).properties))

describe('an optional version', () => {
  it.each(versioned)('%s refuses a version that somebody else has changed since', async (name) => {
    const { body } = sampleOf(name)
    expect((await putSample(name, body)).status).toBe(200)
    const stale = await putSample(name, { ...body, version: 0 })
    expect(stale.status).toBe(409)
    expect(await stale.json()).toMatchObject({
      code: 'edit.conflict',
      details: { updated_by: expect.stringMatching(/^(boss|admin\/nadia)$/) },
    })
  })

  it('can be left out: the change then replaces whatever version there is', async () => {
    const { path, body } = sampleOf('putTag')
    const before = (await (await put(path(), body)).json()) as { tag: { version: number } }
    const after = (await (await put(path(), { ...body, tag_values: ['2'] })).json()) as typeof before
    expect(after.tag).toMatchObject({ tag_values: ['2'], version: before.tag.version + 1 })
  })
})

describe('the test cases of a role', () => {
  const allowed = { group_reference: null, payload_type: null, address: null, is_allowed: true }
  const testCase = { ...allowed, description: 'sees groups', action: 'groups:read' }

  it('are kept when a body leaves them out, and removed by an empty list', async () => {
    await put('/roles/Tested', { ...reading, test_cases: [testCase] })
    const kept = await put('/roles/Tested', { ...reading, description: 'Changed' })
    expect(await kept.json()).toMatchObject({ description: 'Changed', test_cases: [testCase] })
    expect(await (await put('/roles/Tested', { ...reading, test_cases: [] })).json()).toMatchObject({ test_cases: [] })
  })

  it('are checked even when a body leaves them out', async () => {
    await put('/roles/Asked again', { ...reading, test_cases: [testCase] })
    const refused = await put('/roles/Asked again', { ...reading, permissions: [{ actions_matching: 'tags:read' }] })
    expect(await refused.json()).toMatchObject({ code: 'role.test_cases_fail', details: { failing: [0] } })
  })
})
