import { limits } from '@holdfast/contract'
import { describe, expect, it } from 'vitest'
import { jpeg, zip } from '../../../test/media-fixtures.ts'
import { parseMessage, probe } from './index.ts'

async function* inChunksOf(size: number, bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}
const probed = (content: unknown, type: 'SMS' | 'MMS' | 'RCS' = 'MMS') =>
  probe(type, inChunksOf(1000, Buffer.from(typeof content === 'string' ? content : JSON.stringify(content))))

const attachment = (media_type: string, content: Buffer | string) => ({
  name: 'file',
  media_type,
  content: Buffer.from(content).toString('base64'),
})
const photograph = attachment('image/jpeg', jpeg(10, 10))
const program = Buffer.concat([Buffer.from('MZ'), Buffer.alloc(600)])

describe('a message', () => {
  it.each(['SMS', 'MMS', 'RCS'] as const)('of type %s is a JSON document with text and attachments', async (type) => {
    const good = (text: string, subject = '', attachmentNames: string[] = []) => ({
      media_type: 'application/json',
      matches: true,
      texts: { text, subject, attachmentNames },
    })
    const facts = { name: 'file', media_type: 'image/jpeg', content_type: 'image/jpeg', isAsLabelled: true }
    expect(await probed({ text: 'Olá 👋', attachments: [photograph] }, type)).toEqual({
      ...good('Olá 👋', '', ['file']),
      attachments: [{ ...facts, size: jpeg(10, 10).length }],
    })
    expect(await probed({ subject: 'Fotos', priority: 'high' }, type)).toEqual(good('', 'Fotos'))
    expect(await probed({ text: '' }, type)).toEqual(good(''))
    expect(await probed({ text: null, subject: null, attachments: null }, type)).toEqual(good(''))
    expect(await probed({ text: '<script>quoted</script>', attachments: [] }, type)).toEqual(
      good('<script>quoted</script>'),
    )
  })

  it.each([
    ['plain text', 'Good morning'],
    ['an attachment without content', { text: '', attachments: [{ name: 'a', media_type: 'image/png' }] }],
    ['attachments that are not a list', { text: '', attachments: {} }],
    ['damaged base64', { text: '', attachments: [{ ...photograph, content: `${photograph.content}!` }] }],
    ['a list', []],
    ['more files than allowed', { attachments: Array(limits.maxAttachments + 1).fill({ content: '' }) }],
    ['JSON that is cut off', '{"text":"'],
    ['JSON of a thousand levels', `${'['.repeat(100_000)}`],
    ['too many bytes', { text: 'x'.repeat(limits.maxMessageBytes) }],
  ])('does not match with %s', async (_what, content) => {
    expect(await probed(content)).toMatchObject({ matches: false, problem: expect.stringContaining('damaged') })
  })

  it('does not match when it is not UTF-8', async () => {
    const bytes = Buffer.concat([Buffer.from('{"text":"'), Buffer.from([0xff, 0xfe]), Buffer.from('"}')])
    expect((await probe('SMS', inChunksOf(5, bytes))).matches).toBe(false)
  })

  it.each([
    ['a vCard', attachment('text/vcard', 'BEGIN:VCARD\r\nEND:VCARD\r\n')],
    ['a layout', attachment('application/smil', '<smil><head/><body><par/></body></smil>')],
    ['a JPEG under its other type name', attachment('image/jpg', jpeg(10, 10))],
    ['a JPEG with parameters in its type', attachment('Image/JPEG; name=a.jpg', jpeg(10, 10))],
    ['a ZIP labelled as a ZIP', attachment('application/zip', zip())],
  ])('can contain %s', async (_what, item) => {
    expect(await probed({ text: '', attachments: [item] })).toMatchObject({ matches: true })
  })

  it.each([
    ['a program', attachment('application/octet-stream', program)],
    ['a program labelled as a program', attachment('application/x-msdownload', program)],
    ['a program labelled as a picture', attachment('image/jpeg', program)],
    ['HTML labelled as text', attachment('text/plain', '<html><body>hello</body></html>')],
    ['HTML labelled as HTML', attachment('text/html', '<html></html>')],
    ['SVG', attachment('image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['a picture followed by a ZIP', attachment('image/jpeg', Buffer.concat([jpeg(10, 10), zip()]))],
  ])('does not match with %s', async (_what, item) => {
    const found = await probed({ text: '', attachments: [photograph, item] })
    expect(found).toMatchObject({ matches: false, problem: expect.stringMatching(/^Attachment 2: /) })
  })

  it.each([
    ['a picture labelled as another type', attachment('image/png', jpeg(10, 10)), 'image/jpeg'],
    ['a picture without a label', { content: photograph.content }, 'image/jpeg'],
    ['a picture whose label is null', { ...photograph, media_type: null }, 'image/jpeg'],
    ['a picture labelled as a program', attachment('application/x-msdownload', jpeg(10, 10)), 'image/jpeg'],
    ['an invalid label', { ...photograph, media_type: 'x'.repeat(5000) }, 'image/jpeg'],
    ['an invalid name', { ...photograph, name: '\u202e'.repeat(999) }, 'image/jpeg'],
    [
      'binary data labelled as text',
      attachment('text/plain', Buffer.from([0x61, 0, 0x62])),
      'application/octet-stream',
    ],
    ['text labelled as a picture', attachment('image/png', 'hello'), 'text/plain'],
    ['an unknown type', attachment('image/png', Buffer.from([1, 2, 3])), 'application/octet-stream'],
  ])('with %s is accepted, and its label kept as it was sent', async (_what, item, content_type) => {
    const found = await probed({ text: '', attachments: [item] })
    const media_type = ('media_type' in item ? item.media_type : null) ?? null
    expect(found).toMatchObject({
      matches: true,
      attachments: [{ media_type: media_type?.slice(0, 255) ?? null, content_type }],
    })
    expect(found.attachments?.[0]?.isAsLabelled).toBe(media_type === 'image/jpeg')
  })

  it('returns its attachments as bytes', () => {
    const bytes = Buffer.from(JSON.stringify({ text: 'hi', attachments: [photograph] }))
    expect(parseMessage(bytes).attachments[0]?.content.equals(jpeg(10, 10))).toBe(true)
  })
})
