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

const longestText = 255
const mostItems = 100

const cut = (text: string): string => (text.length > longestText ? `${text.slice(0, longestText)}…` : text)

/** The parameters of a call as the trail stores them: without secrets, and with long texts and lists truncated. */
export const recordedParameters = (value: unknown): unknown => {
  if (typeof value === 'string') return cut(value)
  if (Array.isArray(value)) return value.slice(0, mostItems).map(recordedParameters)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !secretNames.has(name))
      .slice(0, mostItems)
      .map(([name, entry]) => [cut(name), recordedParameters(entry)]),
  )
}
