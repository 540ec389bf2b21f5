import type { Timestamp } from '@holdfast/contract'
import type { DevicePrincipal } from '../../core/authorization/index.ts'
import type { TenantTransaction } from '../../platform/database/index.ts'
import type { InvalidItem } from '../../platform/http/index.ts'
import { formerHoldersAt } from './former-holders.ts'

/** To whom a report belongs. */
interface Attribution {
  device_reference: string
  device_user_reference: string | null
  group: string
  received_at: Date
}

/**
 * Adds to each report of a device who held it when the report was made, with one query at most (docs/decisions/0015).
 * @param group under which the call is on the trail: that of all reports, if they have the same one and none was refused, otherwise the
 *   device's. Refused reports are not attributed to a former holder.
 */
export const attributeReports = async <Report>(
  tx: TenantTransaction,
  device: DevicePrincipal,
  sent: { reports: readonly Report[]; invalid: readonly InvalidItem[]; timeOf: (report: Report) => Timestamp },
): Promise<{ attributed: (Report & Attribution)[]; group: string }> => {
  const { reports, invalid, timeOf } = sent
  const former = await formerHoldersAt(tx, device, reports.map(timeOf))
  const attributed = reports.map((report) => {
    const { device_user_reference, group } = former.get(timeOf(report)) ?? device
    const { device_reference } = device
    return { ...report, device_reference, device_user_reference, group, received_at: tx.now }
  })
  const [only = device.group, ...others] = new Set(attributed.map(({ group }) => group))
  return { attributed, group: others.length === 0 && invalid.length === 0 ? only : device.group }
}
