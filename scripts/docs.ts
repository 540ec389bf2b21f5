import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { callList } from './call-list.ts'
import { deviceSchemas } from './device-schemas.ts'
import { generatedDocs } from './generated-docs.ts'

/**
 * `npm run docs`: writes docs/calls.md and docs/schemas, which a unit test compares with the contract, and docs/generated, which
 * is not in git.
 */
const write = (folder: string, files: Record<string, string>): void => {
  mkdirSync(path.join(import.meta.dirname, '..', folder), { recursive: true })
  for (const [name, text] of Object.entries(files)) {
    writeFileSync(path.join(import.meta.dirname, '..', folder, name), text)
    console.log(`${folder}/${name}`)
  }
}

write('docs', { 'calls.md': callList() })
write('docs/schemas', deviceSchemas())
write('docs/generated', generatedDocs())
