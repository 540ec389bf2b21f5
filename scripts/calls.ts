/** `npm run calls`: prints how many calls of the specification are served, and lists the others by catalogue. */
import { readFileSync } from 'node:fs'
import { type CallDeclaration, calls } from '../packages/contract/src/index.ts'

const specified = readFileSync(new URL('../packages/contract/calls.tsv', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => line.trim().replaceAll('\t', ' '))

const declared = (Object.values(calls) as CallDeclaration[]).map(({ catalogue, method, path }) =>
  [catalogue, method, path].join(' '),
)
const served = specified.filter((name) => declared.includes(name))
const missing = specified.filter((name) => !declared.includes(name))

console.log(`${served.length} of ${specified.length} specified calls are served.`)
console.log(`${declared.length - served.length} more are served beyond the specification.`)

for (const [catalogue, names] of Map.groupBy(missing, (name) => name.slice(0, name.indexOf(' ')))) {
  console.log(`\nNot served yet in ${catalogue} (${names.length}):`)
  for (const name of names) console.log(`  ${name.slice(catalogue.length + 1)}`)
}
