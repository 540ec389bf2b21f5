import type { ServiceName, Timestamp } from '@holdfast/contract'
import type { DevicePrincipal } from '../../core/authorization/index.ts'
import type { TenantTransaction } from '../../platform/database/index.ts'
import type { InvalidItem } from '../../platform/http/index.ts'
import { deviceFactsStatement } from './device-facts.ts'
import { formerHoldersAt } from './former-holders.ts'

/** To whom a report belongs. */
interface Attribution {
  device_reference: string
  device_user_reference: string | null
  group: string
  received_at: Date
}

/**
 * Adds to each report of a device who held it when the report was made (docs/decisions/0015).
 * @param sent `unserved` are the reports without the service that they need
 * @param group under which the call is on the trail: that of all reports, if they have the same one and none was refused, otherwise the
 *   device's. Refused reports are not attributed to a former holder.
 */
export const attributeReports = async <Report>(
  tx: TenantTransaction,
  device: DevicePrincipal,
  sent: {
    reports: readonly Report[]
    invalid: readonly InvalidItem[]
    timeOf: (report: Report) => Timestamp
    /** The service that the device and its holder need at the time of a report. */
    service?: ServiceName
  },
): Promise<{ attributed: (Report & Attribution)[]; unserved: Report[]; group: string }> => {
  const { reports, invalid, timeOf, service } = sent
  const former = await formerHoldersAt(tx, device, reports.map(timeOf))
  const present = service === undefined ? [] : await presentServices(tx, device)
  const isServed = (report: Report): boolean =>
    service === undefined || (former.get(timeOf(report))?.services ?? present).includes(service)
  const unserved = reports.filter((report) => !isServed(report))
  const attributed = reports.filter(isServed).map((report) => {
    const { device_user_reference, group } = former.get(timeOf(report)) ?? device
    const { device_reference } = device
    return { ...report, device_reference, device_user_reference, group, received_at: tx.now }
  })
  const [only = device.group, ...others] = new Set(attributed.map(({ group }) => group))
  const areAllKept = invalid.length === 0 && unserved.length === 0
  return { attributed, unserved, group: others.length === 0 && areAllKept ? only : device.group }
}

const presentServices = async (
  tx: TenantTransaction,
  { device_reference }: DevicePrincipal,
): Promise<readonly string[]> => {
  const [[facts]] = await tx.executeAll([deviceFactsStatement({ client: tx.client, device_reference })])
  return [...(facts?.services ?? []), ...(facts?.user_services ?? [])]
}
