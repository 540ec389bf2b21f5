import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { deviceSchemas } from '../../scripts/device-schemas.ts'
import { generatedDocs } from '../../scripts/generated-docs.ts'

const folder = (name: string) => path.join(import.meta.dirname, '../../docs', name)

it.each([
  ['generated', generatedDocs],
  ['schemas', deviceSchemas],
])(
  'docs/%s agrees with the contract (if not: npm run docs)',
  async (name, made) => {
    const files = await made()
    expect(readdirSync(folder(name)).sort()).toEqual(Object.keys(files).sort())
    for (const [file, text] of Object.entries(files)) {
      expect(readFileSync(path.join(folder(name), file), 'utf8'), file).toBe(text)
    }
  },
  30_000,
)
