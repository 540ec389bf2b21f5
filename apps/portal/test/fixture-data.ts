import type {
  Device,
  DeviceUser,
  Group,
  Payload,
  PayloadAudit,
  PayloadState,
  PayloadType,
  Role,
  UserActivity,
  UserProfile,
} from '@holdfast/contract'
import { allActions } from '@holdfast/contract'

const start = Date.parse('2026-11-20T16:40:00.000Z')
const people = [
  ['amelia.hart', 'Amelia', 'Hart'],
  ['joao.ferreira', 'João', 'Ferreira'],
  ['priya.nair', 'Priya', 'Nair'],
  ['tom.okafor', 'Tom', 'Okafor'],
  ['lucia.andrade', 'Lúcia', 'Andrade'],
] as const
const groups = ['London Equities', 'São Paulo Rates', 'Frankfurt FX'] as const
const types: readonly PayloadType[] = [
  'Call',
  'Call',
  'Call',
  'SMS',
  'Photo',
  'Video',
  'Interview',
  'RCS',
  'MMS',
  'BlockedCall',
]
const states: readonly PayloadState[] = [
  'Processed',
  'Processed',
  'Processed',
  'Processed',
  'Uploaded',
  'Processed',
  'Quarantined',
  'Processed',
  'Failed',
  'Processed',
  'Recorded',
  'NotRecoverable',
  'Destroyed',
]

const pick = <T>(list: readonly T[], index: number): T => list[index % list.length] as T
const pad = (value: number, width: number) => String(value).padStart(width, '0')
const at = (msAgo: number) => new Date(start - msAgo).toISOString()

export const referenceOf = (index: number): string => `01KAFIXTURE${pad(index, 15)}`

const contentTypes: Partial<Record<PayloadType, string>> = {
  Call: 'audio/wav',
  Interview: 'audio/wav',
  Photo: 'image/png',
  Video: 'video/webm',
  SMS: 'text/plain',
  RCS: 'text/plain',
  MMS: 'image/png',
}

export const payload = (index: number): Payload => {
  const type = pick(types, index)
  const state: PayloadState = type === 'BlockedCall' ? 'NotRecorded' : index < 8 ? 'Processed' : pick(states, index * 7)
  const [user] = pick(people, index * 3)
  const time = at(index * 17 * 60_000)
  const isMessage = type === 'SMS' || type === 'RCS' || type === 'MMS'
  const isCall = type === 'Call' || type === 'BlockedCall'
  const number = `+4420794600${pad(index % 97, 2)}`
  const hasContent = state === 'Processed'
  const duration = 20 + ((index * 37) % 900)
  const contentType = contentTypes[type]
  return {
    client: 'acme',
    payload_reference: referenceOf(index),
    payload_type: type,
    payload_state: state,
    device_reference: `R5CT${pad(index % 5, 4)}XY`,
    device_user_reference: user,
    group: pick(groups, index),
    device_ip: '203.0.113.24',
    damaged_at: null,
    sequence: 40_000 - index,
    key_id: 'key-2026-01',
    checksum: 'a3f1c9'.padEnd(64, '0'),
    size: 182_044 + index,
    numbers: isCall || isMessage ? [number] : [],
    meta: {
      timezone: 'America/Sao_Paulo',
      local_time: time.replace('Z', ''),
      carrier: { carrier_name: 'Vivo' },
      imeis: ['356938035643809'],
      locations: [{ latitude: -23.55052, longitude: -46.633308, accuracy: 12 }],
      ...(isCall
        ? {
            direction: index % 2 ? 'I' : 'O',
            duration,
            voice_source: 'MIC',
            signal_strength: -87,
            is_intermittent: false,
            second_parties: [{ phone_number: number, name: index % 3 ? 'Marcus Bell' : 'Clearing desk' }],
          }
        : {}),
      ...(type === 'Interview'
        ? {
            duration,
            notes: 'Branch visit',
            pause_times: [
              {
                start: new Date(Date.parse(time) + 4000).toISOString(),
                end: new Date(Date.parse(time) + 7000).toISOString(),
              },
            ],
          }
        : {}),
      ...(isMessage
        ? {
            direction: index % 4 === 0 ? 'O' : 'I',
            length: 64,
            thread_id: 'thread-7',
            message_parties: [{ phone_number: number }],
          }
        : {}),
    },
    media:
      hasContent && contentType
        ? {
            content_type: contentType,
            size: 181_000,
            duration_ms: isCall ? duration * 1000 : null,
            width: type === 'Photo' ? 640 : null,
            height: type === 'Photo' ? 420 : null,
            channels: 1,
            sample_rate: isCall ? 8000 : null,
          }
        : null,
    failure: state === 'Quarantined' ? 'EICAR test file' : null,
    is_legacy: index % 41 === 0 && index > 0,
    is_late: index % 13 === 5,
    unusual: [],
    is_personal_number: index % 19 === 10,
    payload_time: time,
    registered_at: time,
    uploaded_at: state === 'Recorded' || state === 'NotRecorded' ? null : time,
    processed_at: hasContent ? time : null,
    transferred_at: null,
    receipt_confirmed_at: null,
    receipt_confirmed_by: null,
    updated_at: time,
    updated_by: null,
  }
}

export const payloads: readonly Payload[] = Array.from({ length: 3000 }, (_, index) => payload(index))

export const devices: readonly Device[] = Array.from({ length: 60 }, (_, index) => {
  const [user, firstName, surname] = pick(people, index * 3)
  return {
    client: 'acme',
    device_reference: `R5CT${pad(index, 4)}XY`,
    device_user_reference: user,
    group: pick(groups, index),
    services: ['calls', 'sms', 'photos'],
    imeis: ['356938035643809'],
    email: `${user}@acme.example`,
    first_name: firstName,
    surname,
    last_seen: index % 9 === 8 ? null : at(index * 3_600_000),
    is_deactivated: index % 7 === 6,
    deactivation_date: index % 7 === 6 ? at(86_400_000) : null,
    is_blocked: false,
    blocked_at: null,
    blocked_by: null,
    blocked_reason: null,
    activated_at: at(90 * 86_400_000),
    is_legacy: false,
    legacy_phone_number: null,
    phone_numbers: [
      {
        phone_number: `+5511555${pad(index, 5)}`,
        first_verified: at(80 * 86_400_000),
        last_verified: at(86_400_000),
        slot_index: 0,
      },
    ],
    model: 'Galaxy S25',
    os_version: '16',
    app_version: '3.4.1',
    serial_number: `R5CT${pad(index, 4)}XY`,
    fcm_token: null,
    installation_id: 'b1946ac9-2492-4d23-8a55-9ef2c9e1b001',
    updated_at: at(0),
    updated_by: null,
  }
})

export const deviceUsers: readonly DeviceUser[] = people.map(([reference, firstName, surname], index) => ({
  client: 'acme',
  device_user_reference: reference,
  group: pick(groups, index),
  services: ['calls', 'sms', 'photos'],
  expected_device_count: 1,
  email: `${reference}@acme.example`,
  first_name: firstName,
  surname,
  is_active: index !== 3,
  onboard_date: at(200 * 86_400_000),
  offboard_date: index === 3 ? at(86_400_000) : null,
  is_legacy: false,
  updated_at: at(0),
  updated_by: null,
}))

export const groupRows: readonly Group[] = groups.map((reference, index) => ({
  client: 'acme',
  group_reference: reference,
  tags: [
    { tag_key: 'Region', tag_value: index === 1 ? 'LATAM' : 'EMEA' },
    { tag_key: 'Regulator', tag_value: index === 1 ? 'CVM' : 'FCA' },
  ],
  stats: { device_users: 120 + index, expected_devices: 130, actual_devices: 121 - index, services: [] },
  updated_at: at(0),
  updated_by: null,
  version: 1,
}))

const role = (reference: string, description: string, isSystem: boolean): Role => ({
  client: 'acme',
  role_reference: reference,
  permissions: [{ actions_matching: 'payloads:*' }],
  payload_types: isSystem ? null : ['Call', 'SMS'],
  cidr_ranges: isSystem ? null : ['10.20.0.0/16'],
  alert_permissions: [],
  is_alertable: !isSystem,
  description,
  is_system: isSystem,
  member_count: 4,
  app_count: 0,
  test_cases: [],
  updated_at: at(0),
  updated_by: null,
  version: 1,
})

export const roles: readonly Role[] = [
  role('Account Administrator', 'Everything but the content of recordings', true),
  role('Auditor', 'Reads the trail only', true),
  role('Compliance Officer', 'Finds, plays, holds and exports recordings', true),
  role('London reviewers', 'Listens to calls and reads messages of London Equities', false),
]

export const activities: readonly UserActivity[] = Array.from({ length: 240 }, (_, index) => ({
  client: 'acme',
  log_id: `log-${index}`,
  activity_time: at(index * 95_000),
  activity_end_time: null,
  duration: 4 + (index % 40),
  group: index % 3 ? pick(groups, index) : null,
  action: pick(['GET /payloads', 'GET /payloads/{payload_reference}/data', 'GET /dashboard', 'GET /devices'], index),
  is_allowed: index % 11 !== 7,
  denial_reason: index % 11 === 7 ? 'No permission applies to the group' : null,
  parameters: {},
  status_code: index % 11 === 7 ? 403 : 200,
  user_id: pick(['grace.lin@acme.example', 'otto.brandt@acme.example'], index),
  roles: ['Compliance Officer'],
  user_ip: '198.51.100.7',
  browser: 'Chrome 142',
  is_client_app: false,
  support_reference: null,
}))

export const auditOf = (reference: string): PayloadAudit => ({
  client: 'acme',
  records: [
    { portal_user: null, actor_kind: 'device', actor: 'R5CT0001XY', action: 'payload.registered', time: at(600_000) },
    { portal_user: null, actor_kind: 'device', actor: 'R5CT0001XY', action: 'payload.uploaded', time: at(590_000) },
    { portal_user: null, actor_kind: 'system', actor: 'system', action: 'payload.processed', time: at(588_000) },
    {
      portal_user: 'grace.lin@acme.example',
      actor_kind: 'person',
      actor: 'grace.lin@acme.example',
      action: 'payload.played',
      time: at(300_000),
    },
  ],
  receipts: reference.endsWith('1') ? [{ user: 'otto.brandt@acme.example', time: at(200_000) }] : [],
})

export const profile = (client: string): UserProfile => ({
  user_reference: 'grace.lin@acme.example',
  client,
  display_name: 'Grace Lin',
  actions: client === 'admin' ? allActions : allActions.filter((action) => !action.startsWith('internal:')),
  groups: [...groups],
  payload_types: ['Call', 'SMS', 'Photo', 'Video', 'Interview', 'MMS', 'RCS', 'BlockedCall', 'AbortedCall'],
  roles: ['Compliance Officer'],
  user_group: groups[0],
  terms_accepted: true,
  portal_config: { maps_key: null, monitoring: null, application_id: null, region: null },
})
