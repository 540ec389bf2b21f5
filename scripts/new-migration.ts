/** A migration to be written: the text of its file, and the list of all migrations with it. */
export interface NewMigration {
  /** `0019-closed-comments`, the name of the file without its ending and the key in the list. */
  id: string
  text: string
  list: string
}

const listEnd = /\n}\n$/
const entry = /^ {2}'(?<number>\d{4})-(?<name>[^']+)':/gm

/**
 * Gives a new migration the number after the last one.
 * @param name in kebab case
 * @param list the text of migrations/index.ts
 * @throws Error when the name can't be used, or the list is not written as expected
 */
export function newMigration(name: string, list: string): NewMigration {
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name)) {
    throw new Error(`"${name}" can't be the name of a migration: use lower case and hyphens, as in "closed-comments".`)
  }
  const existing = [...list.matchAll(entry)].map(({ groups }) => groups as { number: string; name: string })
  const last = existing.at(-1)
  if (!last || !listEnd.test(list)) throw new Error('The list of migrations is not written as expected.')
  const same = existing.find((migration) => migration.name === name)
  if (same) throw new Error(`There is a migration ${same.number}-${name} already.`)
  const id = `${String(Number(last.number) + 1).padStart(4, '0')}-${name}`
  const constant = name.replaceAll(/-(.)/g, (_hyphen, letter: string) => letter.toUpperCase())
  return {
    id,
    text: templateOf(constant),
    list: list
      .replace(/\n\n/, `\nimport { ${constant} } from './${id}.ts'\n\n`)
      .replace(listEnd, `\n  '${id}': ${constant},\n}\n`),
  }
}

const templateOf = (constant: string): string => `/** What changes, and what needs it. */
export const ${constant}: readonly string[] = [
  // One statement an entry: 'alter table app.devices add column …'
]
`
