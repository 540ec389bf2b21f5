import { numberedName } from './file-names.ts'
import type { FormatAdapter, Recordings } from './format-adapter.ts'
import { inBlocks } from './in-blocks.ts'
import { arrayLines } from './json-lines.ts'
import { recordingLine } from './recording-json.ts'

/** The metadata of a window as one JSON document, a recording on each line. Nothing else is delivered. */
export const reportFormat: FormatAdapter = {
  filesOf: () => [],
  conversationOf: () => null,
  index: ({ recordings, report_to, number = 1 }) => ({
    path: numberedName('report', 'json', number),
    kind: 'index',
    time: new Date(report_to),
    isCompressed: false,
    open: () => inBlocks(report(recordings)),
  }),
}

async function* report(recordings: Recordings): AsyncGenerator<string> {
  yield '{\n"format":"holdfast-transfer-report-1",\n"recordings":[\n'
  yield* arrayLines(linesOf(recordings))
  yield ']\n}\n'
}

async function* linesOf(recordings: Recordings): AsyncGenerator<string> {
  for await (const { payload } of recordings()) yield recordingLine(payload)
}
