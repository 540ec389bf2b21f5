import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { deviceSchemas } from './device-schemas.ts'
import { generatedDocs } from './generated-docs.ts'

/** `npm run docs`: writes docs/generated and docs/schemas. A unit test fails when they are out of date. */
const write = (folder: string, files: Record<string, string>): void => {
  mkdirSync(path.join(import.meta.dirname, '..', folder), { recursive: true })
  for (const [name, text] of Object.entries(files)) {
    writeFileSync(path.join(import.meta.dirname, '..', folder, name), text)
    console.log(`${folder}/${name}`)
  }
}

write('docs/generated', await generatedDocs())
write('docs/schemas', deviceSchemas())
