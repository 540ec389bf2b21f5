const unstorable = /\0/g

const storedText = (text: string): string => text.toWellFormed().replace(unstorable, '\uFFFD')

/** How JSON spells U+0000 and halves of surrogate pairs; texts that only look so are few. */
const suspicious = /\\u(?:0000|d[89a-f])/

/** JSON text as PostgreSQL can store it: U+0000, and half of a surrogate pair, become U+FFFD, in names too. */
export const storedJson = (value: unknown): string => {
  const text = JSON.stringify(value)
  return suspicious.test(text) ? mendedJson(value) : text
}

const mendedJson = (value: unknown): string =>
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

/** JSON's `1e999` is read as Infinity, and 2^53 + 1 as 2^53. */
const isExact = (number: number): boolean =>
  Number.isFinite(number) && (Math.abs(number) <= Number.MAX_SAFE_INTEGER || !Number.isInteger(number))

const isStorableText = (text: string): boolean => text.isWellFormed() && !text.includes('\0')

/** Whether every number within is the one that was sent. */
export const hasExactNumbers = (value: unknown): boolean =>
  every(value, (single) => typeof single === 'string' || isExact(single))

/** Whether every text within, names included, is stored as it is, and every number is the one that was sent. */
export const isStorable = (value: unknown): boolean =>
  every(value, (single) => (typeof single === 'string' ? isStorableText(single) : isExact(single)))
