import type { Insertable } from 'kysely'
import type { Tables } from '@holdfast/server'
import { calendarDays, officeMoment, weightOfDay } from './office-hours.ts'
import type { PlannedHandset } from './plan-handsets.ts'
import { positionNear, walk } from './random-positions.ts'
import { SeededRandom } from './seeded-random.ts'
import { minuteMs } from './time-spans.ts'

const trailDays = 10
const stepsOfWay = 14
const stepMs = 3 * minuteMs

/** Positions of a handset on the working days of the last ten days: two walks a day, one position every three minutes. */
export const trailOfPositions = (
  client: string,
  handset: PlannedHandset,
  anchor: number,
): Insertable<Tables['gps']>[] => {
  const random = new SeededRandom(`${client} ways of ${handset.device_reference}`)
  const days = calendarDays(anchor, handset.timezone, trailDays).filter((day) => weightOfDay(day) > 0.5)
  return days.flatMap((day) => [...wayOn(day, client, handset, random), ...wayOn(day, client, handset, random)])
}

const wayOn = (day: number, client: string, handset: PlannedHandset, random: SeededRandom) => {
  const { device_reference, person, timezone, until } = handset
  const begun = officeMoment(day, timezone, random)
  const places = walk(positionNear(handset, random), positionNear(handset, random), stepsOfWay, random)
  return places
    .map((place, step) => ({ place, at: begun + step * stepMs }))
    .filter(({ at }) => at < until)
    .map(({ place, at }) => ({
      client,
      gps_reference: random.id(at),
      device_reference,
      device_user_reference: person.device_user_reference,
      group: person.group,
      ...place,
      altitude: random.between(5, 60),
      accuracy: random.between(4, 35),
      provider: random.pick(['gps', 'fused', 'network'] as const),
      timestamp: new Date(at),
      timezone,
      received_at: new Date(at + random.between(1, 20) * 1_000),
    }))
}
