import { limits, type ServiceName, serviceNames } from '@holdfast/contract'
import type { TenantTransaction } from '../../platform/database/index.ts'
import type { AlertCause, Watch } from '../alerts/index.ts'
import { countDevicesByService } from '../devices/index.ts'
import { readLicenceLimits } from '../licence-limits/index.ts'

const warnings = [90, 80] as const
const related = [
  {
    entity_id: 'licences',
    entity_type: 'Licences',
    entity_subtype: null,
    api_link: '/licenses',
    page_link: '/dashboard/account/licenses',
  },
]

interface ServiceUse {
  service: ServiceName
  used: number
  limit: number
}

/** The use of services that are limited. The greatest limit is none. */
const limitedUse = async (tx: TenantTransaction): Promise<ServiceUse[]> => {
  const allowed = await readLicenceLimits(tx)
  const used = await countDevicesByService(tx)
  return serviceNames
    .map((service) => ({ service, used: used.get(service) ?? 0, limit: allowed[service] }))
    .filter(({ limit }) => limit < limits.maxLicences)
}

/** Services of which all licences are in use. A limit of 0 that nobody uses is none. */
export const exhaustedWatch: Watch = {
  condition: 'licences_exhausted',
  causes: async (tx) =>
    (await limitedUse(tx))
      .filter(({ used, limit }) => used > 0 && used >= limit)
      .map(
        ({ service }): AlertCause => ({ condition: 'licences_exhausted', of: service, values: { service }, related }),
      ),
}

/** Services of which 80 or 90 percent of the licences are in use. Each percentage is an alert of its own. */
export const nearLimitWatch: Watch = {
  condition: 'licences_near_limit',
  causes: async (tx) =>
    (await limitedUse(tx)).flatMap(({ service, used, limit }): AlertCause[] => {
      const percent = used < limit ? warnings.find((least) => used * 100 >= limit * least) : undefined
      if (percent === undefined) return []
      const values = { service, percent: String(percent) }
      return [{ condition: 'licences_near_limit', of: `${service} ${percent}`, values, related }]
    }),
}
