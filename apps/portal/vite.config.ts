import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { compiledAnswers } from './build/compiled-answers.ts'
import { compiledMessages } from './build/compiled-messages.ts'
import { compressedFiles } from './build/compressed-files.ts'

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  version: string
}

const buildOf = (bundle: Readonly<Record<string, unknown>>): string => {
  const chunks = Object.keys(bundle).filter((name) => name.endsWith('.js'))
  return createHash('sha256').update(chunks.sort().join('\n')).digest('hex').slice(0, 16)
}

/**
 * Writes `build.json`, the latest-build file that an open portal polls hourly (rules-and-calls section 7).
 * `build` is a digest of the names of all chunks, which carry their contents' hashes: it changes when, and only when,
 * the code did. The page that loads them names it as well, in `<meta name="build">`.
 */
const latestBuildFile = (): Plugin => ({
  name: 'latest-build-file',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (_, { bundle = {} }) => [{ tag: 'meta', attrs: { name: 'build', content: buildOf(bundle) } }],
  },
  generateBundle(_, bundle) {
    const build = buildOf(bundle)
    this.emitFile({ type: 'asset', fileName: 'build.json', source: `${JSON.stringify({ version, build })}\n` })
  },
})

export default defineConfig({
  root: import.meta.dirname,
  plugins: [compiledAnswers(), compiledMessages(), react(), latestBuildFile(), compressedFiles()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    manifest: 'manifest.json',
    target: 'es2023',
    // A data: address in a style sheet would need `data:` in the content security policy.
    assetsInlineLimit: 0,
    sourcemap: false,
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      // What every page needs comes as one file, and what the frame around every screen adds (with all that it imports) as
      // another: fewer requests, and they compress better than in 75.
      output: {
        codeSplitting: {
          groups: [
            { name: 'base', tags: ['$initial'] },
            { name: 'shell', test: /\/src\/app\/layouts\/default-layout\.tsx$/ },
          ],
        },
      },
      // A schema that nobody uses is left out, although making it calls functions (typebox's and the contract's own) and
      // reads limits.
      treeshake: {
        manualPureFunctions: [
          'Type',
          'anyOf',
          'batchOf',
          'call',
          'listOf',
          'listQuery',
          'nullable',
          'pageOf',
          'text',
          'transitions',
        ],
        propertyReadSideEffects: false,
        moduleSideEffects: [{ test: /\/node_modules\/typebox\//, sideEffects: false }],
      },
    },
  },
})
