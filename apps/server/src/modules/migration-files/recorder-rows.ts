import { splitName } from './file-kinds.ts'
import { type ReadOptions, type RowReading, refused } from './legacy-rows.ts'
import { readTime } from './legacy-times.ts'
import { readRecorderName } from './recorder-names.ts'
import { say } from './sentences.ts'

/** The one row of a recording: what its name says. Its duration is known once it is decoded. */
export const recorderRow = (fileName: string, { timeZone }: ReadOptions): RowReading => {
  const { owner, name } = splitName(fileName)
  const read = readRecorderName(name)
  const cells = { file: fileName }
  if (!read) return refused(say('unknown_recorder'), cells)
  const time = readTime(read.time, timeZone)
  if ('problem' in time) return refused(`time: ${time.problem}`, cells)
  const party = { phone_number: read.number, ...(read.contact && { name: read.contact }) }
  const reference = `${owner ?? ''}/${name}`
  return {
    cells: {
      ...cells,
      recorder: read.recorder,
      time: read.time,
      number: read.number ?? '',
      contact: read.contact ?? '',
    },
    reference,
    record: {
      kind: 'payload',
      reference,
      payload_type: 'Call',
      payload_time: time.value,
      payload_state: 'Processed',
      device_user_reference: owner,
      device_reference: null,
      numbers: [read.number],
      meta: {
        second_parties: [party],
        content_type: read.contentType,
        ...(read.direction && { direction: read.direction }),
      },
      content: { file_name: fileName, sha256: null, content_type: read.contentType },
    },
    problem: null,
    warnings: [...(time.warning ? [time.warning] : []), ...(read.number === null ? [say('no_number_in_name')] : [])],
    repairs: 0,
  }
}
