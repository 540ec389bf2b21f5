import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { newMigration } from './new-migration.ts'
import { fail, inProject } from './project.mjs'

/** `npm run migration closed-comments`: creates the file of a new migration and adds it to the list. */
const folder = 'apps/server/src/platform/database/migrations'
const [name, ...rest] = process.argv.slice(2)
if (name === undefined || rest.length > 0) fail('Usage: npm run migration name-of-it')

const list = inProject(folder, 'index.ts')
try {
  const migration = newMigration(name, readFileSync(list, 'utf8'))
  const file = path.join(folder, `${migration.id}.ts`)
  writeFileSync(inProject(file), migration.text, { flag: 'wx' })
  writeFileSync(list, migration.list)
  console.log(`Write its statements in ${file}, then run "npm run tables". A released migration never changes.`)
} catch (error) {
  fail(error instanceof Error ? error.message : String(error))
}
