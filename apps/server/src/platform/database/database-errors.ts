interface PostgresError {
  code?: string
  constraint?: string
  table?: string
  message?: string
}

const outageCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  '57P01',
  '57P02',
  '57P03',
  '53300',
])
const outageMessages =
  /^(Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect|Query read timeout)/

/** Whether the database, and not the question, was at fault: worth trying again. */
export const isOutage = (error: unknown): boolean => {
  const { code, message } = (error ?? {}) as PostgresError
  return (code !== undefined && (outageCodes.has(code) || code.startsWith('08'))) || outageMessages.test(message ?? '')
}

/**
 * Whether a unique rule was broken, by its name. On a distributed database names end in `_<shard>` and can be missing
 * from the error's fields, but stand in its message (distribution rule 14).
 */
export const isUniqueViolation = (error: unknown, constraint: string): boolean => {
  const { code, message } = (error ?? {}) as PostgresError
  return code === '23505' && new RegExp(`"${constraint}(_\\d+)?"`).test(message ?? '')
}
