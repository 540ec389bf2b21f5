import { type Static, Type } from 'typebox'
import { settingFields } from './entity-fields.ts'
import { LicenceLimit } from './fields.ts'
import type { ServiceName } from './services.ts'

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

export const ClientLicenseLimits = Type.Object(
  { ...settingFields, ...limitPerService },
  { title: 'ClientLicenseLimits', description: 'How many devices may use each service.' },
)
export type ClientLicenseLimits = Static<typeof ClientLicenseLimits>
