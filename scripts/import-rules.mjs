import { createRequire } from 'node:module'

/**
 * `npm run imports`: who may import whom, by .dependency-cruiser.cjs. dependency-cruiser reads TypeScript with swc and
 * does not tell it which files hold JSX (its own note: "TODO: {tj}sx ?"), so that is told here; its other reader needs
 * the API of a TypeScript before 7.
 */
const swc = createRequire(import.meta.url)('@swc/core')
const { parseFileSync } = swc
swc.parseFileSync = (file, options) => parseFileSync(file, { ...options, tsx: file.endsWith('.tsx') })

process.argv.push('--config', '.dependency-cruiser.cjs', 'packages', 'apps')
await import('../node_modules/dependency-cruiser/bin/dependency-cruise.mjs')
