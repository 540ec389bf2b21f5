import { createHash } from 'node:crypto'

/**
 * Prints how many processor seconds a fixed piece of work takes here and now. The runner compares it with what it took when the costs of
 * the checks were recorded (test-cost.mjs), because machines differ by a factor of five, and one machine by how busy it is.
 */
const rounds = 150
const rows = Array.from({ length: 4000 }, (_, index) => ({
  reference: createHash('sha256').update(String(index)).digest('hex'),
  numbers: [index, index * 7919],
}))
const before = process.cpuUsage()
for (let round = 0; round < rounds; round++) {
  const text = JSON.stringify(rows)
  const sorted = JSON.parse(text).sort((one, other) => (one.reference < other.reference ? -1 : 1))
  const words = text.match(/[a-f]{3}\d/g)?.length
  createHash('sha256').update(`${sorted[0].reference}${words}${text}`).digest()
}
const { user, system } = process.cpuUsage(before)
console.log(((user + system) / 1e6).toFixed(3))
