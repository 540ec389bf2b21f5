import { type DestinationStream, type Logger, pino } from 'pino'

/** Longer chains of causes add nothing. */
const maxCauses = 3

/** Matches `postgres://user:password@` wherever a message quotes it. */
const credentials = /(\w+:\/\/)[^\s/@]+@/g

const withoutCredentials = (text: string): string => text.replace(credentials, '$1…@')

/**
 * What the log contains of an error: its type, message, code, stack and causes, but no other properties. Errors of the
 * database carry the broken connection with its password and the keys of its session; errors of HTTP clients carry requests.
 */
export const loggedError = (error: unknown, causes = maxCauses): Record<string, unknown> => {
  if (!(error instanceof Error)) return { type: typeof error, message: 'no error, but something else was thrown' }
  const { code, cause } = error as Error & { code?: unknown }
  return {
    type: error.name,
    message: withoutCredentials(error.message),
    ...(typeof code === 'string' ? { code } : {}),
    ...(error.stack ? { stack: withoutCredentials(error.stack) } : {}),
    ...(cause !== undefined && causes > 0 ? { cause: loggedError(cause, causes - 1) } : {}),
  }
}

/** The log of a process, as JSON lines. */
export const openLog = (level: string, to: DestinationStream): Logger =>
  pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { err: (error: unknown) => loggedError(error), error: (error: unknown) => loggedError(error) },
    },
    to,
  )
