/** Work that can take long, in steps, so that other work can run in between. */
export type Steps<T> = Generator<void, T, void>

/** Runs all steps without interruption. */
export const finish = <T>(steps: Steps<T>): T => {
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}
