/**
 * dependency-cruiser reads TypeScript by SWC without its JSX switch, and stops at the first .tsx file. Loaded before it
 * (`node --import`), this turns the switch on for those files; without it the portal's imports would go unchecked.
 */
import { createRequire } from 'node:module'

const swc = createRequire(import.meta.url)('@swc/core')
const { parseFileSync } = swc
swc.parseFileSync = (file, options) => parseFileSync(file, { ...options, tsx: file.endsWith('.tsx') })
