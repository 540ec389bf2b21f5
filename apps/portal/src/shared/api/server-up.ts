/** Longer than a busy server takes; a connection that hangs counts as no answer. */
const answersWithinMs = 5000

/** Whether the server answers at all. A proxy whose server is away answers 502, 503 or 504. */
export const isServerUp = async (): Promise<boolean> => {
  try {
    const { status } = await fetch('/healthz', { cache: 'no-store', signal: AbortSignal.timeout(answersWithinMs) })
    return status < 500
  } catch {
    return false
  }
}
