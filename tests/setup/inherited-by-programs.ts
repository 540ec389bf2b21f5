/** What a program of ours that a test starts takes over from the tests; its settings are the test's own. */
export const inheritedByPrograms = (): NodeJS.ProcessEnv => {
  const { PATH, NODE_COMPILE_CACHE } = process.env
  return { PATH, ...(NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE }) }
}
