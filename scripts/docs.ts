import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { generatedDocs } from './generated-docs.ts'

/** `npm run docs`: writes docs/generated. A unit test says when they are out of date. */
const folder = path.join(import.meta.dirname, '../docs/generated')
mkdirSync(folder, { recursive: true })
for (const [name, text] of Object.entries(await generatedDocs())) {
  writeFileSync(path.join(folder, name), text)
  console.log(`docs/generated/${name}`)
}
