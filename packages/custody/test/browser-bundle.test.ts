import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'vite'
import { afterAll, expect, it } from 'vitest'
import recordings from '../../../docs/test-vectors/recording-envelope.json' with { type: 'json' }
import type * as Custody from './browser-entry.ts'
import { vectorContent } from './vectors.ts'

const outDir = await mkdtemp(join(tmpdir(), 'custody-bundle-'))
afterAll(() => rm(outDir, { recursive: true }))

it('a bundle for browsers needs only WebCrypto, and opens the same recordings', { timeout: 30_000 }, async () => {
  const entry = fileURLToPath(new URL('browser-entry.ts', import.meta.url))
  const lib = { entry, formats: ['es' as const], fileName: 'custody' }
  const built = await build({ configFile: false, logLevel: 'silent', build: { lib, outDir, minify: false } })
  const bundles = [built].flat().flatMap((part) => ('output' in part ? part.output : []))
  const code = bundles.map((part) => (part.type === 'chunk' ? part.code : '')).join('')
  expect(code).toContain('subtle')
  expect(code).not.toMatch(/(from|import) ?['"]node:|vite-browser-external/)

  const bundle: typeof Custody = await import(pathToFileURL(join(outDir, 'custody.js')).href)
  const { recording, wrapping_p256 } = recordings
  const dek = await bundle.unwrapDek(wrapping_p256.encrypted_dek, wrapping_p256.private_key)
  const sealed = Buffer.from(recording.sealed[2]?.sealed ?? '', 'hex')
  expect(await bundle.openBytes(sealed, dek, recording)).toEqual(vectorContent(16))
  expect(Buffer.from(bundle.rootHash([])).toString('hex')).toMatch(/^e3b0c442/)
})
