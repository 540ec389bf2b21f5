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

/** Whether every text within, names included, is stored as it is. */
export const isStorable = (value: unknown): boolean => {
  if (typeof value === 'string') return value.isWellFormed() && !value.includes('\0')
  if (Array.isArray(value)) return value.every(isStorable)
  if (value === null || typeof value !== 'object') return true
  return Object.entries(value).every(([name, inner]) => isStorable(name) && isStorable(inner))
}
