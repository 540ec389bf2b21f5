import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { compression } from 'vite-plugin-compression2'

/** The feature that a file belongs to: what its screens share is one file. */
const areaOf = (id: string): string | null => /\/src\/features\/([^/]+)\//.exec(id)?.[1] ?? null

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    react(),
    // The server sends the compressed file beside each asset. Below the size of a packet, compression saves nothing.
    compression({ algorithms: ['gzip', 'brotliCompress'], include: /\.(?:js|css|svg|json|wasm)$/, threshold: 1_400 }),
  ],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2023',
    // A data: address in a style sheet would need `data:` in the content security policy.
    assetsInlineLimit: 0,
    sourcemap: false,
    // One file of styles: the same order in every screen.
    cssCodeSplit: false,
    rolldownOptions: {
      output: {
        // Few requests: what every page needs, what lists share, and what other screens share. Each screen adds its own file.
        codeSplitting: {
          groups: [
            { name: 'base', tags: ['$initial'] },
            { name: 'lists', test: /\/src\/shared\/list\// },
            { name: 'forms', test: /\/src\/shared\/|\/packages\/|\/node_modules\//, minShareCount: 2 },
            { name: areaOf, minShareCount: 2 },
          ],
        },
      },
    },
  },
})
