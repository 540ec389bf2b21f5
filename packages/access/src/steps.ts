/** Work that may take long, in steps between which others may go on. */
export type Steps<T> = Generator<void, T, void>

/** Does all steps at once. */
export const finish = <T>(steps: Steps<T>): T => {
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}
