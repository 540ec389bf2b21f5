/** Licences: how many devices of a customer may use each service, and how many do. */
import { type Static, Type } from 'typebox'
import { call } from './call.ts'
import { settingFields } from './entity-fields.ts'
import { ClientIdentifier, LicenceLimit } from './fields.ts'
import { limits } from './limits.ts'
import { closed, nullable } from './nullable.ts'
import { listOf, listQuery } from './pages.ts'
import { anyOf } from './reference-lists.ts'
import { ServiceName } from './services.ts'
import { DateOnly } from './times.ts'
import { expectedVersion, Version } from './versions.ts'

const limitPerService = {
  calls: LicenceLimit,
  interviews: LicenceLimit,
  gps: LicenceLimit,
  mms: LicenceLimit,
  photos: LicenceLimit,
  rcs: LicenceLimit,
  ar: LicenceLimit,
  sms: LicenceLimit,
  videos: LicenceLimit,
} as const satisfies Record<ServiceName, typeof LicenceLimit>

export const ServiceLimits = Type.Object(limitPerService, closed)
export type ServiceLimits = Static<typeof ServiceLimits>

export const ClientLicenseLimits = Type.Object(
  { ...settingFields, ...limitPerService, version: Version },
  {
    title: 'ClientLicenseLimits',
    description:
      'How many devices may use each service. updated_at is null and version 0 while nobody has set limits: then each is the greatest.',
  },
)
export type ClientLicenseLimits = Static<typeof ClientLicenseLimits>

const Count = Type.Integer({ minimum: 0 })
const used = { ...Count, description: 'Active devices that have the service: each uses one licence' }

const usedPerService = {
  calls: Count,
  interviews: Count,
  gps: Count,
  mms: Count,
  photos: Count,
  rcs: Count,
  ar: Count,
  sms: Count,
  videos: Count,
} as const satisfies Record<ServiceName, typeof Count>

export const ListedLicences = Type.Object(
  {
    ...ClientLicenseLimits.properties,
    name: Type.String(),
    used: Type.Object(usedPerService, { description: 'Licences in use now' }),
  },
  { title: 'ListedLicences', description: "A customer's licence limits and their use, for the provider's staff." },
)
export type ListedLicences = Static<typeof ListedLicences>

export const LicenceUse = Type.Object({
  service: ServiceName,
  limit: LicenceLimit,
  used,
  expected: { ...Count, description: 'Devices that the active people with the service are expected to have' },
  months: Type.Array(Type.Object({ month: DateOnly, used: Count }), {
    description: 'The most licences in use at a time in each month of UTC, by its first day; the present month is last',
    maxItems: 24,
  }),
  exhausted_on: nullable({
    ...DateOnly,
    description:
      'When all licences will be in use if it goes on as in the last three months; null: not within two years',
  }),
})
export type LicenceUse = Static<typeof LicenceUse>

export const ClientLicences = Type.Object(
  { ...ClientLicenseLimits.properties, use: Type.Array(LicenceUse) },
  { title: 'ClientLicences', description: "An account's licence limits and their use now and by month." },
)
export type ClientLicences = Static<typeof ClientLicences>

export const listLicences = call({
  catalogue: 'admin-internal',
  method: 'GET',
  path: '/licenses',
  summary: "Lists customers' licence limits and their use, by client.",
  action: 'internal:licences',
  query: listQuery({ clients: anyOf(ClientIdentifier) }),
  response: listOf(ListedLicences),
  errors: ['list.bad_last_key'],
})

export const putLicences = call({
  catalogue: 'admin-internal',
  method: 'PUT',
  path: '/clients/{client}/licenses',
  summary:
    "Replaces a customer's licence limits. A limit below the present use stops no device: only new ones are refused.",
  action: 'internal:licences',
  params: Type.Object({ client: ClientIdentifier }, closed),
  body: Type.Object({ ...expectedVersion, ...limitPerService }, closed),
  maxBodyBytes: limits.maxSmallBodyBytes,
  response: ClientLicenseLimits,
  audit: 'licence.updated',
  errors: ['request.not_found', 'edit.conflict'],
})

export const getLicences = call({
  catalogue: 'admin-client',
  method: 'GET',
  path: '/licenses',
  summary: "Reads the account's licence limits and their use, now and by month.",
  action: 'licences:read',
  response: ClientLicences,
})

export const licenceCalls = { listLicences, putLicences, getLicences }
