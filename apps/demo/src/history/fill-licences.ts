import { type ServiceLimits, serviceNames } from '@holdfast/contract'
import { licenceLimits, storeLicenceUse, type TenantTransaction } from '@holdfast/server'
import { demoServices } from '../demo-customers.ts'
import { isOutOfUse } from './handset-rows.ts'
import type { PlannedHandset } from './plan-handsets.ts'

/** How many licences there are beside those in use, as a share of them: videos are nearly exhausted. */
const spare: Partial<Record<keyof ServiceLimits, number>> = { videos: 0.1, ar: 0.3, calls: 0.4 }
const usualSpare = 0.5
/** Room for handsets that record live, and for those that somebody enrols. */
const leastSpare = 60

/** The licences of a customer, and their use in each month of the history. */
export const fillLicences = async (
  tx: TenantTransaction,
  handsets: readonly PlannedHandset[],
  anchor: number,
): Promise<void> => {
  const activated = handsets.filter(({ status }) => status !== 'pending' && !status.startsWith('legacy'))
  const activeAt = (time: number) =>
    activated.filter((handset) => handset.from <= time && !(isOutOfUse(handset) && handset.until <= time)).length
  const earliest = Math.min(anchor, ...activated.map(({ from }) => from))
  for (const end of monthEnds(earliest, anchor)) {
    await storeLicenceUse(tx, new Map(demoServices.map((service) => [service, activeAt(end)])), new Date(end))
  }
  const used = activeAt(anchor)
  const limits = serviceNames.map((service) => {
    const share = spare[service] ?? usualSpare
    return [service, demoServices.includes(service) ? used + Math.max(leastSpare, Math.round(used * share)) : 0]
  })
  await licenceLimits.insert(tx, tx.client, Object.fromEntries(limits), 'admin/nadia.osei')
}

/** The last millisecond of each month of UTC from the one of `from` on, and `until` itself. */
const monthEnds = (from: number, until: number): number[] => {
  const first = new Date(from)
  const ends: number[] = []
  for (let month = first.getUTCMonth() + 1; ; month += 1) {
    const end = Date.UTC(first.getUTCFullYear(), month, 1) - 1
    if (end >= until) return [...ends, until]
    ends.push(end)
  }
}
