/** The entry point of the bundle that browser-bundle.test.ts builds. */
export { openBytes, rootHash, unwrapDek } from '../src/index.ts'
