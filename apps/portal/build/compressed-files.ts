import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

const compressible = /\.(?:js|css|svg|json|wasm)$/
/** Below a packet's worth, nothing is won. */
const leastBytes = 1_400

const encodings = { '.br': promisify(brotliCompress), '.gz': promisify(gzip) } as const

/** Lays a compressed file beside each that is worth it, so that the server compresses nothing while people wait. */
export const compressedFiles = (): Plugin => ({
  name: 'compressed-files',
  apply: 'build',
  async writeBundle({ dir = '' }) {
    for (const name of await readdir(dir, { recursive: true })) {
      if (!compressible.test(name)) continue
      const file = path.join(dir, name)
      const content = await readFile(file)
      if (content.length < leastBytes) continue
      for (const [ending, compress] of Object.entries(encodings))
        await writeFile(`${file}${ending}`, await compress(content))
    }
  },
})
