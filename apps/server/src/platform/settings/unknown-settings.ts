import { type Environment, settingTable } from './settings.ts'

/**
 * A line for each HOLDFAST_ variable that is not a setting, with the nearest setting that exists: a misspelt setting would
 * otherwise be ignored silently.
 */
export function unknownSettings(environment: Environment): string[] {
  const known = Object.values(settingTable).map(({ name }) => name)
  return Object.keys(environment)
    .filter((name) => name.startsWith('HOLDFAST_') && !known.includes(name))
    .map((name) => `${name} is not a setting of Holdfast; did you mean ${nearest(name, known)}?`)
}

function nearest(name: string, known: string[]): string {
  const [best = ''] = known
    .filter((candidate) => candidate.startsWith('HOLDFAST_'))
    .sort((left, right) => editDistance(name, left) - editDistance(name, right))
  return best
}

/** Levenshtein distance: how many letters to insert, delete or replace. */
function editDistance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, column) => column)
  for (const [index, letter] of [...from].entries()) {
    const next = [index + 1]
    for (const [column, other] of [...to].entries()) {
      const changed = (row[column] ?? 0) + (letter === other ? 0 : 1)
      next.push(Math.min(changed, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1))
    }
    row = next
  }
  return row[to.length] ?? 0
}
