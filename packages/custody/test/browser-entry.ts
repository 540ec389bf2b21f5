/** What a browser bundle of custody is tried with. */
export { openBytes, rootHash, unwrapDek } from '../src/index.ts'
