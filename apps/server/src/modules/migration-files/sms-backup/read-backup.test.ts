import { expect, test } from 'vitest'
import { collected, inPieces } from '../../../../../../tests/setup/in-pieces.ts'
import { type LegacyPayload, type LegacyRow, readRows } from '../index.ts'

const rowsOf = async (content: string | Uint8Array, size = 11): Promise<LegacyRow[]> =>
  await collected(readRows({ name: 'jane.doe/sms-20240101.xml', bytes: inPieces(content, size) }, { timeZone: 'UTC' }))

const contentOf = (row: LegacyRow | undefined): unknown => {
  const content = (row?.record as LegacyPayload | null)?.content
  return content && 'bytes' in content ? JSON.parse(Buffer.from(content.bytes).toString()) : null
}

const backup = (elements: string): string =>
  `<?xml version='1.0' encoding='UTF-8' standalone='yes' ?>\n<!--File Created By SMS Backup & Restore v10.15.002 on 02/01/2024-->\n<?xml-stylesheet type="text/xsl" href="sms.xsl"?>\n<smses count="3" backup_set="a" backup_date="1704200000000" type="full">\n${elements}\n</smses>\n`

const sms = (body: string, type = 1, more = ''): string =>
  `  <sms protocol="0" address="+447700900123" date="1704164645123" type="${type}" subject="null" ${body} toa="null" sc_toa="null" service_center="+447785016005" read="1" status="-1" locked="0" readable_date="2 Jan 2024" contact_name="Jane O&apos;Neil" ${more}/>\n`

test.each([1, 5, 64, 10_000])(
  'reads messages with emoji whose halves were written apart, in pieces of %s bytes',
  async (size) => {
    const rows = await rowsOf(
      backup(
        `${sms('body="Hi &#55357;&#56838;!&#10;&lt;b&gt; &amp; 😀"')}${sms(`body='She said "no"'`, 2)}${sms('body="half &#55357; &#0;"')}`,
      ),
      size,
    )
    expect(rows.map(({ problem }) => problem)).toEqual([null, null, null])
    expect(contentOf(rows[0])).toEqual({ text: 'Hi 😆!\n<b> & 😀' })
    expect(contentOf(rows[1])).toEqual({ text: 'She said "no"' })
    expect(contentOf(rows[2])).toEqual({ text: 'half \ufffd \ufffd' })
    expect(rows.map(({ repairs }) => repairs)).toEqual([1, 0, 2])
    expect(rows[0]).toMatchObject({
      kind: 'sms_backup',
      record: {
        payload_type: 'SMS',
        payload_time: '2024-01-02T03:04:05.123Z',
        device_user_reference: 'jane.doe',
        numbers: ['+447700900123'],
        meta: {
          direction: 'I',
          message_parties: [{ phone_number: '+447700900123', name: "Jane O'Neil", role: 'from' }],
        },
      },
    })
    expect(Object.keys(rows[0]?.cells ?? {})).not.toContain('body')
  },
)

test('gives a message the same reference in every backup of the same person', async () => {
  const references = async (name: string) => {
    const bytes = inPieces(backup(sms('body="Hi"')), 100)
    const [row] = await collected(readRows({ name, bytes }, { timeZone: 'UTC' }))
    return row?.reference
  }
  const first = await references('jane.doe/sms-20240101.xml')
  expect(await references('jane.doe/sms-20240202.xml')).toBe(first)
  expect(await references('john.doe/sms-20240101.xml')).not.toBe(first)
})

const png = Buffer.from('89504e470d0a1a0a', 'hex').toString('base64')
const group = `<mms date="1704164645000" rr="null" sub="null" ct_t="application/vnd.wap.multipart.related" read_status="null" msg_box="1" address="+447700900001~+447700900002" m_id="m-1" m_size="1" m_type="132" contact_name="A, B">
  <parts>
    <part seq="-1" ct="application/smil" name="null" chset="null" cd="null" fn="null" cid="&lt;smil&gt;" cl="smil.xml" text='&lt;smil a="b"&gt;' />
    <part seq="0" ct="image/png" name="photo.png" chset="null" cd="null" fn="null" cid="&lt;p&gt;" cl="photo.png" text="null" data="${png}" />
    <part seq="0" ct="text/plain" name="null" chset="106" cd="null" fn="null" cid="&lt;t&gt;" cl="t.txt" text="All &#55357;&#56832;" />
  </parts>
  <addrs>
    <addr address="+447700900001" type="137" charset="106" />
    <addr address="insert-address-token" type="151" charset="106" />
    <addr address="+447700900009" type="151" charset="106" />
    <addr address="+447700900002" type="130" charset="106" />
  </addrs>
</mms>`

test('reads group messages with their attachments', async () => {
  const [row] = await rowsOf(backup(group))
  expect(row?.problem).toBeNull()
  expect(row?.record).toMatchObject({
    payload_type: 'MMS',
    numbers: ['+447700900001', '+447700900002'],
    meta: {
      direction: 'CC',
      message_parties: [
        { phone_number: '+447700900001', role: 'from' },
        { phone_number: '+447700900002', role: 'cc' },
      ],
    },
  })
  expect(contentOf(row)).toEqual({
    text: 'All 😀',
    attachments: [{ name: 'photo.png', media_type: 'image/png', content: png }],
  })
  expect(row?.repairs).toBe(1)
})

test('the number of the phone itself is no party', async () => {
  const mms = (box: 1 | 2, address: string, ...addresses: [number, string][]) =>
    `<mms date="1704164645000" msg_box="${box}" address="${address}" m_id="m"><parts/><addrs>${addresses
      .map(([type, number]) => `<addr address="${number}" type="${type}"/>`)
      .join('')}</addrs></mms>`
  const [a, b, c, own] = ['+447700900001', '+447700900002', '+447700900003', '+447700900009']
  const rows = await rowsOf(
    backup(
      mms(1, a, [137, a], [151, own]) +
        mms(2, `${a}~${b}`, [137, own], [151, a], [151, b]) +
        mms(1, `${a}~${b}`, [137, '07700900001'], [151, own], [151, '07700900002']) +
        // Nothing says which of the two is the phone.
        mms(1, a, [137, a], [151, b], [151, c]) +
        mms(1, a, [137, a], [151, 'insert-address-token'], [130, b]),
    ),
  )
  const read = rows.map(({ record }) => {
    const { meta } = record as LegacyPayload
    return [meta.direction, (meta.message_parties ?? []).map(({ phone_number }) => phone_number)]
  })
  expect(read).toEqual([
    ['I', [a]],
    ['O', [a, b]],
    ['CC', ['07700900001', '07700900002']],
    ['CC', [a, b, c]],
    ['CC', [a, b]],
  ])
})

test('refuses drafts and messages that were never sent', async () => {
  const rows = await rowsOf(backup(`${sms('body="a"', 3)}${sms('body="b"', 5)}`))
  expect(rows.map(({ problem }) => problem?.split(':')[0])).toEqual([
    'The message is a draft',
    'The message could not be sent',
  ])
})

test('refuses an attachment beyond 16 MiB without holding it, and reads the next message', async () => {
  const endless = async function* () {
    yield Buffer.from(backup(group).split(png)[0] ?? '')
    const piece = Buffer.alloc(1024 * 1024, 'A')
    for (let mib = 0; mib < 96; mib += 1) yield piece
    yield Buffer.from(backup(group + sms('body="next"')).split(png)[1] ?? '')
  }
  const rows = await collected(readRows({ name: 'sms.xml', bytes: endless() }, { timeZone: 'UTC' }))
  expect(rows[0]?.problem).toContain('photo.png is larger than 16 MiB')
  expect(contentOf(rows[1])).toEqual({ text: 'next' })
})

test('refuses attributes beyond 48 MiB together without holding them, and reads the next message', async () => {
  const endless = async function* () {
    yield Buffer.from(backup(sms('@')).split('@')[0] ?? '')
    const piece = Buffer.alloc(1024 * 1024, 'A')
    for (let attribute = 0; attribute < 7; attribute += 1) {
      yield Buffer.from(` a${attribute}="`)
      for (let mib = 0; mib < 8; mib += 1) yield piece
      yield Buffer.from('"')
    }
    yield Buffer.from(backup(sms('@') + sms('body="next"')).split('@')[1] ?? '')
  }
  const rows = await collected(readRows({ name: 'sms.xml', bytes: endless() }, { timeZone: 'UTC' }))
  expect(rows[0]?.problem).toContain('a5 is longer than 16 MiB, or makes the values longer than 48 MiB together')
  expect(rows[0]?.problem).not.toContain('a4 is')
  expect(contentOf(rows[1])).toEqual({ text: 'next' })
})

test('counts the values of recipients for the size of a message', async () => {
  const pieces = async function* () {
    const piece = Buffer.alloc(1024 * 1024, 'A')
    const [before = '', after = ''] = backup(group + sms('body="next"')).split('<addrs>')
    yield Buffer.from(`${before}<addrs>`)
    for (let addr = 0; addr < 7; addr += 1) {
      yield Buffer.from('<addr type="151" charset="106" address="')
      for (let mib = 0; mib < 7; mib += 1) yield piece
      yield Buffer.from('" />')
    }
    yield Buffer.from(after)
  }
  const rows = await collected(readRows({ name: 'sms.xml', bytes: pieces() }, { timeZone: 'UTC' }))
  expect(rows[0]?.problem).toContain('larger than 36 MiB together')
  expect(contentOf(rows[1])).toEqual({ text: 'next' })
})

test('reads the messages after a damaged one', async () => {
  const rows = await rowsOf(
    backup(`${sms('body="first"')}${sms('body="never closed')}${sms('body="&nbsp;"')}${sms('body="last"')}`),
  )
  expect(rows.map((row) => (row.record ? contentOf(row) : row.problem?.includes('XML is damaged')))).toEqual([
    { text: 'first' },
    true,
    true,
    { text: 'last' },
  ])
})

test('reads what came before the file was cut off', async () => {
  const rows = await rowsOf(backup(sms('body="first"') + group).slice(0, -300))
  expect(contentOf(rows[0])).toEqual({ text: 'first' })
  expect(rows.at(-1)?.problem).toContain('damaged')
})

test.each([
  ['<?xml version="1.0"?><!DOCTYPE smses [<!ENTITY a "&b;&b;">]><smses/>', 'document type'],
  ['<?xml version="1.0" encoding="ISO-8859-1"?><smses/>', 'ISO-8859-1'],
  ['<svg></svg>', '<svg>'],
  [`<smses>${'<a>'.repeat(2000)}`, 'too deep'],
  ['hello', 'no XML'],
  ['', 'no XML'],
])('refuses a file that is no backup (%#)', async (content, problem) => {
  const rows = await rowsOf(content)
  expect(rows.map((row) => row.problem).join()).toContain(problem)
})

test('reads the log of calls, which has no sound', async () => {
  const call = (type: number, duration: number, more = 'presentation="1"') =>
    `<call number="+447700900123" duration="${duration}" date="1704164645123" type="${type}" ${more} contact_name="(Unknown)" />`
  const calls = [call(1, 60), call(2, 0), call(3, 0), call(6, 0), call(3, 0, 'presentation="2"'), call(9, 0)]
  const rows = await rowsOf(`<?xml version='1.0' ?><calls count="6">${calls.join('')}</calls>`)
  expect(
    rows.map(({ record }) =>
      record?.kind === 'payload'
        ? [record.payload_type, record.payload_state, record.numbers[0], record.content]
        : null,
    ),
  ).toEqual([
    ['Call', 'Processed', '+447700900123', null],
    ['AbortedCall', 'NotRecorded', '+447700900123', null],
    ['AbortedCall', 'NotRecorded', '+447700900123', null],
    ['BlockedCall', 'NotRecorded', '+447700900123', null],
    ['AbortedCall', 'NotRecorded', null, null],
    null,
  ])
})
