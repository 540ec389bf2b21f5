import type { DeviceActivityRow } from '@holdfast/server'
import { calendarDays, officeMoment } from './office-hours.ts'
import type { PlannedHandset } from './plan-handsets.ts'
import { SeededRandom } from './seeded-random.ts'
import { hourMs } from './time-spans.ts'
import { deviceRow, type TrailCall } from './trail-rows.ts'

const days = 14

/** Calls of handsets other than those about recordings: a daily verification, and the refused calls of deactivated handsets. */
export const deviceCallRows = (
  client: string,
  handsets: readonly PlannedHandset[],
  anchor: number,
): DeviceActivityRow[] =>
  handsets.flatMap((handset) => {
    const random = new SeededRandom(`${client} calls of ${handset.device_reference}`)
    const moments = calendarDays(anchor, handset.timezone, days).map((day) =>
      officeMoment(day, handset.timezone, random),
    )
    const calls = moments.flatMap((at) => (at < handset.until ? [verified(handset, at)] : refusedCalls(handset, at)))
    return calls
      .filter(({ at }) => at < anchor)
      .map((call) => deviceRow(client, handset, call, `${handset.device_reference} ${call.at}`))
  })

const verified = ({ device_reference, person: { device_user_reference } }: PlannedHandset, at: number): TrailCall => ({
  at,
  action: 'public',
  call: 'POST /verify',
  status_code: 200,
  events: [
    { event: 'device.verified', details: { device_reference, device_user_reference, install_state: 'NoChange' } },
  ],
})

const refusedCalls = ({ status, until }: PlannedHandset, at: number): TrailCall[] => {
  if (status !== 'deactivated' || at < until + hourMs) return []
  return [{ at, action: 'device', call: 'GET /configuration', status_code: 403, denial_reason: 'device.deactivated' }]
}
