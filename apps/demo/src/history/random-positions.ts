import type { PlannedHandset } from './plan-handsets.ts'
import type { SeededRandom } from './seeded-random.ts'

interface Position {
  latitude: number
  longitude: number
}

/** The office of each time zone. */
const offices: Readonly<Record<string, Position>> = {
  'Europe/London': { latitude: 51.5136, longitude: -0.0885 },
  'America/New_York': { latitude: 40.7069, longitude: -74.0113 },
  'America/Sao_Paulo': { latitude: -23.5868, longitude: -46.6822 },
}
const nowhere: Position = { latitude: 0, longitude: 0 }
const decimals = 1e5

const rounded = ({ latitude, longitude }: Position): Position => ({
  latitude: Math.round(latitude * decimals) / decimals,
  longitude: Math.round(longitude * decimals) / decimals,
})

/** A random position within about two kilometres of the office. */
export const positionNear = ({ timezone }: PlannedHandset, random: SeededRandom): Position => {
  const { latitude, longitude } = offices[timezone] ?? nowhere
  return rounded({
    latitude: latitude + (random.next() - 0.5) * 0.03,
    longitude: longitude + (random.next() - 0.5) * 0.04,
  })
}
