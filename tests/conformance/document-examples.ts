import { readFileSync } from 'node:fs'

/** The examples of docs/device-calls.md that a handset can send as they stand. */
const text = readFileSync(new URL('../../docs/device-calls.md', import.meta.url), 'utf8')

const blocks = [...text.matchAll(/^```json (.+)\n([\s\S]*?)^```$/gm)].map(
  ([, name = '', json = '']) => [name, JSON.parse(json) as Record<string, unknown>] as const,
)

/** `meta` of each payload type, by type. */
export const metaExamples: ReadonlyMap<string, Record<string, unknown>> = new Map(
  blocks.filter(([name]) => name.startsWith('meta ')).map(([name, meta]) => [name.slice('meta '.length), meta]),
)

export const messageExample = blocks.find(([name]) => name === 'message')?.[1] ?? {}
