/**
 * Starts something in several steps. If one of them fails, what the earlier ones added to the stack is stopped.
 * @throws the error of that step
 */
export const stoppedOnFailure = async <Started>(
  start: (started: AsyncDisposableStack) => Promise<Started>,
): Promise<Started> => {
  const started = new AsyncDisposableStack()
  try {
    return await start(started)
  } catch (error) {
    await started.disposeAsync()
    throw error
  }
}
