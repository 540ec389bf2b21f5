/** What a query can hold: texts, and lists and objects of them. Absent values are left out. */
export type QueryValue =
  | string
  | number
  | boolean
  | null
  | undefined
  | readonly QueryValue[]
  | { readonly [key: string]: QueryValue }

const pairs = (key: string, value: QueryValue): string[] => {
  if (value === undefined || value === null || value === '') return []
  if (Array.isArray(value)) return value.flatMap((item, index) => pairs(`${key}[${index}]`, item))
  if (typeof value === 'object') {
    return Object.entries(value).flatMap(([name, item]) => pairs(`${key}[${encodeURIComponent(name)}]`, item))
  }
  return [`${key}=${encodeURIComponent(String(value))}`]
}

/** Flattens a query with unencoded bracket notation (rules-and-calls section 7): `filter[payload_types][0]=Call`. */
export const bracketQuery = (query: { readonly [key: string]: QueryValue }): string =>
  Object.entries(query)
    .flatMap(([name, value]) => pairs(encodeURIComponent(name), value))
    .join('&')

type Parsed = string | Parsed[] | { [key: string]: Parsed }

const forbidden = new Set(['__proto__', 'constructor', 'prototype'])
const maxDepth = 6

const stepsOf = (key: string): string[] => {
  const head = key.split('[', 1)[0] ?? ''
  const rest = [...key.slice(head.length).matchAll(/\[([^\]]*)\]/g)].map((match) => match[1] ?? '')
  return [head, ...rest]
}

const place = (target: Record<string, unknown>, steps: readonly string[], value: string): void => {
  const [step, ...rest] = steps
  if (step === undefined) return
  if (rest.length === 0) {
    target[step] = value
    return
  }
  const inner = (target[step] ?? {}) as Record<string, unknown>
  target[step] = inner
  if (typeof inner === 'object') place(inner, rest, value)
}

const listsOf = (value: unknown): Parsed => {
  if (typeof value !== 'object' || value === null) return String(value)
  const entries = Object.entries(value)
  const isList = entries.length > 0 && entries.every(([key], index) => key === String(index))
  if (isList) return entries.map(([, item]) => listsOf(item))
  return Object.fromEntries(entries.map(([key, item]) => [key, listsOf(item)]))
}

const decoded = (raw: string): string => {
  try {
    return decodeURIComponent(raw.replaceAll('+', ' '))
  } catch {
    return raw
  }
}

/** The reverse of `bracketQuery`; every leaf is a text. Hostile keys and depths are left out. */
export const parseBracketQuery = (query: string): Record<string, Parsed> => {
  const target: Record<string, unknown> = {}
  for (const pair of query.replace(/^\?/, '').split('&')) {
    if (pair === '') continue
    const [rawKey = '', ...rawValue] = pair.split('=')
    const steps = stepsOf(decoded(rawKey))
    if (steps.length > maxDepth || steps.some((step) => forbidden.has(step))) continue
    place(target, steps, decoded(rawValue.join('=')))
  }
  return listsOf(target) as Record<string, Parsed>
}
