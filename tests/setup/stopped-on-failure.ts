/**
 * Starts something in several steps. If one of them fails, everything that earlier steps added to the stack is stopped.
 * @throws the error of the step that failed; SuppressedError with both if stopping fails as well
 */
export const stoppedOnFailure = async <Started>(
  start: (started: AsyncDisposableStack) => Promise<Started>,
): Promise<Started> => {
  const started = new AsyncDisposableStack()
  try {
    return await start(started)
  } catch (error) {
    await started.disposeAsync().catch((further: unknown) => {
      throw new SuppressedError(further, error)
    })
    throw error
  }
}
