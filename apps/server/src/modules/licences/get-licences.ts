import { type ClientLicences, serviceNames } from '@holdfast/contract'
import type { RequestContext } from '../../core/calls/index.ts'
import { countExpectedByService } from '../device-users/index.ts'
import { countDevicesByService } from '../devices/index.ts'
import { readLicenceLimits } from '../licence-limits/index.ts'
import { exhaustedOn } from './exhausted-on.ts'
import { monthOf, monthsOfUse } from './licence-use.ts'

/** `GET /{client}/licenses`: the use of this moment, and the greatest of each month. */
export const getLicences = (ctx: RequestContext): Promise<ClientLicences> =>
  ctx.read(async (tx) => {
    const limits = await readLicenceLimits(tx)
    const used = await countDevicesByService(tx)
    const expected = await countExpectedByService(tx)
    const stored = Map.groupBy(await monthsOfUse(tx), ({ service }) => service)
    const present = monthOf(tx.now)
    const use = serviceNames.map((service) => {
      const limit = limits[service]
      const now = used.get(service) ?? 0
      const past = stored.get(service) ?? []
      const most = Math.max(now, past.find(({ month }) => month === present)?.used ?? 0)
      const months = [
        ...past.flatMap((counted) => (counted.month < present ? { month: counted.month, used: counted.used } : [])),
        { month: present, used: most },
      ]
      const growth = [...months.slice(0, -1).map((month) => month.used), now]
      return {
        service,
        limit,
        used: now,
        expected: expected.get(service) ?? 0,
        months,
        exhausted_on: exhaustedOn(growth, limit, tx.now),
      }
    })
    return { ...limits, use }
  })
