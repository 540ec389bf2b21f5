import { describe, expect, it } from 'vitest'
import { bytesOf, each, someRecordings } from '../../../test/recordings-to-send.ts'
import {
  conversationFile,
  conversationOf,
  type DeliveryFile,
  type DeliveryFormat,
  filesOfRecording,
  indexFile,
} from './index.ts'

const format = (fields: Partial<DeliveryFormat> = {}): DeliveryFormat => ({
  client: 'northwind',
  transfer_type: 'Payload',
  transfer_file_format: 'Uncompressed',
  metadata_format: 'JSON',
  zip_password: null,
  pgp_key: null,
  ...fields,
})

const report_to = '2026-11-28T10:00:00.000Z'
const recordings = () => each(someRecordings())

const expectGolden = async (folder: string, files: readonly DeliveryFile[]): Promise<void> => {
  for (const { path, open } of files) {
    await expect((await bytesOf(open())).toString()).toMatchFileSnapshot(`golden/${folder}/${path}`)
  }
}

describe('the files of a transfer', () => {
  it('are contents with a JSON file each', async () => {
    const files = someRecordings().flatMap((recording) => filesOfRecording(format(), recording))
    expect(files.map(({ path, kind }) => `${kind} ${path}`)).toEqual([
      'content call/01KB4QJ8T0CA00000000000001.amr',
      'metadata call/01KB4QJ8T0CA00000000000001.json',
      'recording sms/01KB4QJ8T0SMS0000000000001.json',
      'content mms/01KB4QJ8T0MMS0000000000001-1.jpg',
      'recording mms/01KB4QJ8T0MMS0000000000001.json',
    ])
    await expectGolden('json', files)
  })

  it('are contents as recorded, with one CSV file', async () => {
    const csv = format({ metadata_format: 'CSV' })
    const files = someRecordings().flatMap((recording) => filesOfRecording(csv, recording))
    const index = indexFile(csv, { recordings, report_to })
    expect(files.map(({ path }) => path)).toEqual([
      'call/01KB4QJ8T0CA00000000000001.amr',
      'sms/01KB4QJ8T0SMS0000000000001.json',
      'mms/01KB4QJ8T0MMS0000000000001.json',
    ])
    await expectGolden('csv', index ? [...files, index] : files)
    expect(indexFile(csv, { recordings, report_to, number: 2 })?.path).toBe('metadata-2.csv')
  })

  it('are mail: of a conversation and day, and of each other recording', async () => {
    const eml = format({ metadata_format: 'EML' })
    const files = someRecordings().flatMap((recording) => filesOfRecording(eml, recording))
    expect(files.map(({ path }) => path)).toEqual(['call/01KB4QJ8T0CA00000000000001.eml'])
    const [call, ...messages] = someRecordings()
    const [first, second] = messages.map(({ payload }) => payload)
    if (!call || !first || !second) throw new Error('There are two messages')
    expect(conversationOf(eml, call.payload)).toBe(null)
    expect(conversationOf(eml, first)).toBe(conversationOf(eml, second))
    const onBroken = () => Promise.reject(new Error('None is broken'))
    const conversation = conversationFile(eml, { first, messages: () => each(messages), onBroken })
    expect(conversation.path).toBe('conversations/20261128-01KB4QJ8T0SMS0000000000001.eml')
    await expectGolden('eml', [...files, conversation])
  })

  it('are one report of the metadata alone', async () => {
    const vantage = format({ transfer_type: 'Vantage' })
    expect(someRecordings().flatMap((recording) => filesOfRecording(vantage, recording))).toEqual([])
    const report = indexFile(vantage, { recordings, report_to })
    await expectGolden('vantage', report ? [report] : [])
    expect(JSON.parse(String(report && (await bytesOf(report.open()))))).toMatchObject({ recordings: { length: 3 } })
  })
})
