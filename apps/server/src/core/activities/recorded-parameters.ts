/** Never stored on the trail or in a log, because a reader could act with them. */
const secretNames = new Set([
  'code',
  'code_verifier',
  'refresh_token',
  'id_token',
  'access_token',
  'ulid_encrypted',
  'encrypted_dek',
  'content',
  'ticket',
  'password',
  'zip_password',
  'sftp_password',
])

/** Never stored on the trail, whose readers may not read them: notes on matters are for the people of a matter. */
const ownTexts = new Set(['note_body'])

const maxTextLength = 255
const maxItems = 100

const cut = (text: string): string => (text.length > maxTextLength ? `${text.slice(0, maxTextLength)}…` : text)

/**
 * The parameters of a call as the trail stores them: without secrets, and with long texts and lists truncated. Of searched words
 * only `has_words` is stored: what a person searched in messages, comments and names tells of what they contain, and the trail is not sealed.
 */
export const recordedParameters = (parameters: Readonly<Record<string, unknown>>): unknown => {
  const { filter } = parameters
  const isFiltered = typeof filter === 'object' && filter !== null
  return recorded(withoutWords(isFiltered ? { ...parameters, filter: withoutWords(filter) } : parameters))
}

/** A filter as facts of events have it: JSON, of which screens make words. `undefined` if nothing of it is recorded. */
export const recordedFilter = (filter: unknown): string | undefined => {
  const { filter: stored } = recordedParameters({ filter }) as { filter?: object }
  return stored && Object.keys(stored).length > 0 ? JSON.stringify(stored) : undefined
}

/**
 * The detail by which an event concerns the matter that a filter names, for events whose call does not have the filter as a parameter. Saved
 * views have the values of a filter as lists.
 */
export const mattersOfFilter = (filter: unknown): { matter_references?: string[] } => {
  const named = typeof filter === 'object' && filter !== null && 'matter_reference' in filter && filter.matter_reference
  const matter_references = [named].flat().filter((one): one is string => typeof one === 'string')
  return matter_references.length > 0 ? { matter_references } : {}
}

/** The details of an event about recordings that a filter found. */
export const filterDetails = (filter: unknown) =>
  filter === undefined ? {} : { ...mattersOfFilter(filter), filter: recordedFilter(filter) }

/** What people type to search: `filter.text` of recordings, `filter.search` of other lists, `text` of `GET /found`. */
const searchedTexts = ['text', 'search']

const withoutWords = (fields: object): object => {
  const others = Object.entries(fields).filter(([name]) => !searchedTexts.includes(name))
  return others.length === Object.keys(fields).length ? fields : { ...Object.fromEntries(others), has_words: true }
}

const recorded = (value: unknown): unknown => {
  if (typeof value === 'string') return cut(value)
  if (Array.isArray(value)) return value.slice(0, maxItems).map(recorded)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !secretNames.has(name) && !ownTexts.has(name))
      .slice(0, maxItems)
      .map(([name, entry]) => [cut(name), recorded(entry)]),
  )
}
