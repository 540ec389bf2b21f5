import { calendarDays, instantOf, isWorkingDay } from './office-hours.ts'
import type { PlannedHandset } from './plan-handsets.ts'
import { type Point, pointAt, type Road, roadsTo } from './roads.ts'
import { SeededRandom } from './seeded-random.ts'
import { hourMs, minuteMs } from './time-spans.ts'

/** Where a handset was. */
export interface PlannedPosition {
  handset: PlannedHandset
  at: number
  latitude: number
  longitude: number
  altitude: number | null
  accuracy: number
  provider: 'gps' | 'fused' | 'network'
}

/** A part of a day: on the road, or in one place. Times are milliseconds since midnight on the wall clock. */
interface Stay {
  from: number
  until: number
  /** Share of the road at its beginning and end; 0 is home, 1 the office. */
  along: readonly [number, number]
  road: Road
}

const trailDays = 14
const movingEveryMs = 3 * minuteMs
const stillEveryMs = 15 * minuteMs
const decimals = 1e5

/** How many handsets of a customer have trails: enough for every screen, few enough to be written quickly. */
const handsetsWithTrails = 12

/** The handsets whose people have trails and logs: those with a simulated handset, and the first others in use. */
export const reportingHandsets = (handsets: readonly PlannedHandset[]): PlannedHandset[] => {
  const inUse = handsets.filter(({ status }) => status === 'active' || status === 'replaced')
  const first = inUse.filter(({ status }) => status === 'replaced')
  return [...first, ...inUse.filter(({ status }) => status !== 'replaced')].slice(0, handsetsWithTrails)
}

/** Commutes by road, days in the office, and visits to customers in other towns, the same every time. */
export const planTrail = (handset: PlannedHandset, anchor: number): PlannedPosition[] => {
  const roads = roadsTo[handset.timezone] ?? []
  const random = new SeededRandom(`${handset.device_reference} trail`)
  return calendarDays(anchor, handset.timezone, trailDays)
    .toReversed()
    .flatMap((day) => {
      const stays = isWorkingDay(day) ? workingDay(roads, handset.index, random) : dayAtHome(roads, handset.index)
      return stays.flatMap((stay) => positionsOf(handset, day, stay, random))
    })
    .filter(({ at }) => at >= handset.from && at <= handset.until)
}

const roadFor = (roads: readonly Road[], index: number): Road => {
  const road = roads[index % roads.length]
  if (!road) throw new Error('no road to that office')
  return road
}

const dayAtHome = (roads: readonly Road[], index: number): Stay[] => [
  { from: 9 * hourMs, until: 19 * hourMs, along: [0, 0], road: roadFor(roads, index) },
]

const workingDay = (roads: readonly Road[], index: number, random: SeededRandom): Stay[] => {
  const home = roadFor(roads, index)
  const leaves = 6 * hourMs + random.between(20, 75) * minuteMs
  const arrives = leaves + random.between(55, 95) * minuteMs
  const goes = 17 * hourMs + random.between(0, 80) * minuteMs
  const back = goes + random.between(60, 110) * minuteMs
  const office = (from: number, until: number): Stay => ({ from, until, along: [1, 1], road: home })
  const toOffice: Stay = { from: leaves, until: arrives, along: [0, 1], road: home }
  const toHome: Stay = { from: goes, until: back, along: [1, 0], road: home }
  const evening: Stay = { from: back, until: back + hourMs, along: [0, 0], road: home }
  if (!random.chance(0.3)) return [toOffice, office(arrives, goes), toHome, evening]
  const visited = roadFor(roads, index + random.between(1, Math.max(1, roads.length - 1)))
  const out = arrives + random.between(60, 120) * minuteMs
  const there = out + random.between(50, 80) * minuteMs
  const returns = there + random.between(60, 100) * minuteMs
  const again = returns + random.between(50, 80) * minuteMs
  return [
    toOffice,
    office(arrives, out),
    { from: out, until: there, along: [1, 0], road: visited },
    { from: there, until: returns, along: [0, 0], road: visited },
    { from: returns, until: again, along: [0, 1], road: visited },
    office(again, goes),
    toHome,
    evening,
  ]
}

const positionsOf = (handset: PlannedHandset, day: number, stay: Stay, random: SeededRandom): PlannedPosition[] => {
  const { from, until, along, road } = stay
  const isMoving = along[0] !== along[1]
  const everyMs = isMoving ? movingEveryMs : stillEveryMs
  const count = Math.max(0, Math.floor((until - from) / everyMs))
  return Array.from({ length: count }, (_, step) => {
    const wallClock = from + step * everyMs + random.between(0, 20_000)
    // Slower in town: at both ends of the road.
    const passed = Math.min(1, (wallClock - from) / (until - from))
    const eased = passed ** 2 * (3 - 2 * passed)
    const place = pointAt(road, along[0] + (along[1] - along[0]) * eased)
    return {
      handset,
      at: instantOf(day + wallClock, handset.timezone),
      ...scattered(place, isMoving ? 0.0002 : 0.0006, random),
      ...(isMoving
        ? { altitude: random.between(8, 90), accuracy: random.between(4, 16), provider: 'gps' as const }
        : { altitude: null, accuracy: random.between(12, 60), provider: random.pick(['fused', 'network'] as const) }),
    }
  })
}

/** A measured position is never quite where the handset is. */
const scattered = ([latitude, longitude]: Point, degrees: number, random: SeededRandom) => ({
  latitude: Math.round((latitude + (random.next() - 0.5) * degrees) * decimals) / decimals,
  longitude: Math.round((longitude + (random.next() - 0.5) * degrees) * decimals) / decimals,
})
