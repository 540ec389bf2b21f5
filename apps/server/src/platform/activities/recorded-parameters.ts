/** Never on the trail or in a log: whoever could read it there could act with it. */
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

const longestText = 255
const mostItems = 100

/** Text that PostgreSQL keeps: with a NUL or half a character in its parameters, a refused call would leave no record. */
const storable = (text: string): string => text.toWellFormed().replaceAll('\0', '\uFFFD')

const cut = (text: string): string => (text.length > longestText ? `${text.slice(0, longestText)}…` : text)

/** The parameters of a call as the trail keeps them: secrets left out, long texts and lists cut. */
export const recordedParameters = (value: unknown): unknown => {
  if (typeof value === 'string') return storable(cut(value))
  if (Array.isArray(value)) return value.slice(0, mostItems).map(recordedParameters)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !secretNames.has(name))
      .map(([name, entry]) => [storable(cut(name)), recordedParameters(entry)]),
  )
}
