import { calls, Payload } from '@holdfast/contract'
import { byteOrderMark, csvRow } from '../../platform/csv-text.ts'
import { csvFields, type ItemSchema } from '../exports/index.ts'
import type { RecordingToSend } from './delivery-file.ts'
import { numberedName } from './file-names.ts'
import type { FormatAdapter } from './format-adapter.ts'
import { inBlocks } from './in-blocks.ts'
import { originalFile } from './plain-contents.ts'
import { recordingFields } from './recording-json.ts'

/** Contents as they were recorded, also of messages, and one CSV file for the metadata of the window. */
export const csvFormat: FormatAdapter = {
  filesOf: (_, recording) => [originalFile(recording)],
  conversationOf: () => null,
  index: ({ recordings, report_to, number = 1 }, deliveredPath) => ({
    path: numberedName('metadata', 'csv', number),
    kind: 'index',
    time: new Date(report_to),
    isCompressed: false,
    open: () => inBlocks(rowsOf(recordings(), deliveredPath)),
  }),
}

const fileColumn = 'file_name'

/** Compiled when the first transfer needs it. */
let compiled: ReturnType<typeof csvFields> | undefined
const payloadFields = () => {
  compiled ??= csvFields(calls.getPayload, Payload as ItemSchema)
  return compiled
}

async function* rowsOf(
  recordings: AsyncIterable<RecordingToSend>,
  deliveredPath: (recording: RecordingToSend) => string,
): AsyncGenerator<string> {
  const fields = payloadFields()
  yield byteOrderMark + csvRow([...fields.flatMap(({ names }) => names), fileColumn])
  for await (const recording of recordings) {
    const values = recordingFields(recording.payload)
    const cells = fields.map(({ field, cellsOf }) => cellsOf(values[field]))
    yield `${cells.join(',')},${csvRow([deliveredPath(recording)])}`
  }
}
