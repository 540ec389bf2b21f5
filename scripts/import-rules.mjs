import { createRequire } from 'node:module'

/**
 * `npm run imports`: checks who imports whom, by the rules of .dependency-cruiser.cjs. dependency-cruiser reads
 * TypeScript with swc but does not say which files contain JSX (its own note: "TODO: {tj}sx ?"), so this script does.
 * Its other parser needs the API of a TypeScript before 7.
 */
const swc = createRequire(import.meta.url)('@swc/core')
const { parseFileSync } = swc
swc.parseFileSync = (file, options) => parseFileSync(file, { ...options, tsx: file.endsWith('.tsx') })

process.argv.push('--config', '.dependency-cruiser.cjs', 'packages', 'apps')
await import('../node_modules/dependency-cruiser/bin/dependency-cruise.mjs')
