import { type DestinationStream, type Logger, pino } from 'pino'

/** Deeper chains of causes say nothing more. */
const mostCauses = 3

/** `postgres://user:password@host`, wherever a message quotes it. */
const credentials = /(\w+:\/\/)[^\s/@]+@/g

const withoutCredentials = (text: string): string => text.replace(credentials, '$1…@')

/**
 * What the log says of an error: what kind it is, what it says and where. Never its other properties: errors of the
 * database carry the connection that broke, with its password and the keys of its session; those of HTTP clients carry
 * requests.
 */
export const loggedError = (error: unknown, causes = mostCauses): Record<string, unknown> => {
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

/** The log of a process: JSON lines. */
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
