import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { compression } from 'vite-plugin-compression2'

/** The feature of a file. Code that several of its screens share becomes one chunk. */
const areaOf = (id: string): string | null => /\/src\/features\/([^/]+)\//.exec(id)?.[1] ?? null

const listParts = /\/src\/shared\/(?:list|saved-views)\/|\/node_modules\/@tanstack\/(?:react-)?virtual/
const formParts =
  /\/src\/shared\/(?:forms|access|activities)\/|\/packages\/words\/src\/(?:access|activities)\/|\/node_modules\/(?:@mantine\/form|klona|fast-deep-equal|react-number-format|@mantine\/core\/esm\/components\/Number)/
/** Maps are loaded by the panels that show one. They are a megabyte. */
const mapParts = /\/src\/shared\/map\/(?:map-|bounds-of)|\/node_modules\/maplibre-gl\//
const sharedParts = /\/src\/shared\/|\/packages\/|\/node_modules\//
const ownParts = [listParts, formParts, mapParts]

/** What screens share beside lists, forms and maps. It is named before them, because a chunk takes in what its parts import. */
const isShared = (id: string): boolean => sharedParts.test(id) && !ownParts.some((parts) => parts.test(id))

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    react(),
    // The server sends the compressed file beside each asset. Smaller files fit into one packet anyway.
    compression({ algorithms: ['gzip', 'brotliCompress'], include: /\.(?:js|css|svg|json|wasm)$/, threshold: 1_400 }),
  ],
  build: {
    outDir: 'dist',
    // The server reads it to tell browsers early of files that the page needs (registerPortal).
    manifest: true,
    emptyOutDir: true,
    target: 'es2023',
    // A data: address in a style sheet would need `data:` in the content security policy.
    assetsInlineLimit: 0,
    sourcemap: false,
    // One style sheet: the order of rules does not depend on which screens were opened before.
    cssCodeSplit: false,
    rolldownOptions: {
      output: {
        // Few requests: one chunk for what every page needs, one each for what lists, forms and other screens share, and
        // one per screen.
        codeSplitting: {
          groups: [
            { name: 'base', tags: ['$initial'] },
            { name: 'shared', test: isShared, minShareCount: 2 },
            { name: 'lists', test: listParts },
            { name: 'forms', test: formParts, minShareCount: 2 },
            { name: 'maps', test: mapParts },
            { name: areaOf, minShareCount: 2 },
          ],
        },
      },
    },
  },
})
