/** Writes one JSON object per line, for the process that started the fleet. */
export type LogWriter = (level: 'info' | 'warn', message: string, details?: Record<string, unknown>) => void

export const createLogWriter =
  (output: { write: (line: string) => unknown }, now: () => Date = () => new Date()): LogWriter =>
  (level, message, details = {}) => {
    output.write(`${JSON.stringify({ time: now().toISOString(), level, message, ...details })}\n`)
  }
