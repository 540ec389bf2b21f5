/** Writes docs/test-vectors: `npm run vectors -w @holdfast/custody`. If they change, the format has changed. */
import { mkdir, writeFile } from 'node:fs/promises'
import { enrolmentVectors, recordingVectors } from './vectors.ts'

const folder = new URL('../../../docs/test-vectors/', import.meta.url)
await mkdir(folder, { recursive: true })
const write = (name: string, vectors: object) =>
  writeFile(new URL(name, folder), `${JSON.stringify(vectors, undefined, 2)}\n`)
await write('recording-envelope.json', await recordingVectors())
await write('enrolment-ulid.json', await enrolmentVectors())
