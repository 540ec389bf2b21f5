import { readFileSync } from 'node:fs'

/** The examples in docs/device-calls.md that a handset can send unchanged. */
const text = readFileSync(new URL('../../docs/device-calls.md', import.meta.url), 'utf8')

const blocks = [...text.matchAll(/^```json (.+)\n([\s\S]*?)^```$/gm)].map(
  ([, name = '', json = '']) => [name, JSON.parse(json) as Record<string, unknown>] as const,
)

/** The example of `meta` for each payload type. */
export const metaExamples: ReadonlyMap<string, Record<string, unknown>> = new Map(
  blocks.filter(([name]) => name.startsWith('meta ')).map(([name, meta]) => [name.slice('meta '.length), meta]),
)

export const messageExample = blocks.find(([name]) => name === 'message')?.[1] ?? {}
