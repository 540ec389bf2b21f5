const unstorable = /\0/g

const storedText = (text: string): string => text.toWellFormed().replace(unstorable, '\uFFFD')

/** JSON escapes of U+0000 and lone surrogates. May match other text, such as an escaped backslash before `u0000`. */
const suspicious = /\\u(?:0000|d[89a-f])/

/** JSON text that PostgreSQL can store: U+0000 and lone surrogates become U+FFFD, also in property names. */
export const storedJson = (value: unknown): string => {
  const text = JSON.stringify(value)
  return suspicious.test(text) ? replacedJson(value) : text
}

const replacedJson = (value: unknown): string =>
  JSON.stringify(value, (_name, inner: unknown) => {
    if (typeof inner === 'string') return storedText(inner)
    if (inner === null || typeof inner !== 'object' || Array.isArray(inner)) return inner
    return Object.fromEntries(Object.entries(inner).map(([name, entry]) => [storedText(name), entry]))
  })

const every = (value: unknown, isKept: (single: string | number) => boolean): boolean => {
  if (typeof value === 'string' || typeof value === 'number') return isKept(value)
  if (Array.isArray(value)) return value.every((inner) => every(inner, isKept))
  if (value === null || typeof value !== 'object') return true
  return Object.entries(value).every(([name, inner]) => isKept(name) && every(inner, isKept))
}

/** `JSON.parse` turns 1e999 into Infinity, and 2^53 + 1 into 2^53. */
const isExact = (number: number): boolean =>
  Number.isFinite(number) && (Math.abs(number) <= Number.MAX_SAFE_INTEGER || !Number.isInteger(number))

const isStorableText = (text: string): boolean => text.isWellFormed() && !text.includes('\0')

/** Whether `JSON.parse` changed none of the numbers in the value. */
export const hasExactNumbers = (value: unknown): boolean =>
  every(value, (single) => typeof single === 'string' || isExact(single))

/** Whether PostgreSQL stores every string in the value unchanged, property names included, and its numbers are exact. */
export const isStorable = (value: unknown): boolean =>
  every(value, (single) => (typeof single === 'string' ? isStorableText(single) : isExact(single)))
