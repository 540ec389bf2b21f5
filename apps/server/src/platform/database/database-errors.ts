interface PostgresError {
  code?: string
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

/** Whether the database was unreachable or shutting down, so that the same query may succeed later. */
export const isOutage = (error: unknown): boolean => {
  const { code, message } = (error ?? {}) as PostgresError
  return (code !== undefined && (outageCodes.has(code) || code.startsWith('08'))) || outageMessages.test(message ?? '')
}
