import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { generatedDocs } from '../../scripts/generated-docs.ts'

const folder = path.join(import.meta.dirname, '../../docs/generated')

it('docs/generated says what the call table says (else: npm run docs)', async () => {
  for (const [name, text] of Object.entries(await generatedDocs())) {
    expect(readFileSync(path.join(folder, name), 'utf8'), name).toBe(text)
  }
}, 30_000)
