import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { payloadTypes } from '@holdfast/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ExportBody, Exports } from '../../../../../tests/setup/exports.ts'
import { addRows } from '../../../../../tests/setup/rows.ts'
import { addSealedMessages } from '../../../../../tests/setup/sealed-messages.ts'
import { AccountWithRecordings, client } from '../../../test/account-with-recordings.ts'
import { draft } from '../../../test/account-with-roles.ts'

const run = promisify(execFile)
const people = { list: 'listPayloads', form: 'people', time_zone: 'America/Sao_Paulo' } as const
const columns = [
  'payload_time',
  'payload_type',
  'device_user_reference',
  'numbers',
  'content',
  'payload_state',
  'group',
]
const tokens = { boss: '', messages: '', nameless: '', plays: '' }
let account: AccountWithRecordings
let exports: Exports
let folder: string
const references = { call: '', message: '' }

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'people-files-'))
  account = await AccountWithRecordings.open()
  exports = new Exports(account.server, client)
  await account.write((tx) =>
    addRows(tx, 'device_users', [
      { device_user_reference: 'joao', first_name: 'João', surname: 'Reis', group: 'London', services: ['calls'] },
    ]),
  )
  const device_user_reference = 'joao'
  references.call = await account.addCall(1, 'London', {
    device_user_reference,
    payload_state: 'Processed',
    payload_time: new Date('2026-03-02T01:30:05.120Z'),
    numbers: ['+447700900123', '0800'],
    meta: JSON.stringify({
      direction: 'O',
      duration: 252,
      second_parties: [{ phone_number: '+447700900123', name: '=HYPERLINK("https://example.com")' }],
    }),
    is_late: true,
  })
  const [message = ''] = await addSealedMessages(account, [
    {
      text: '=1+1 noon?\nBring \u202Ethe file',
      thread_id: 'lunch',
      group: 'London',
      device_reference: 'London-1',
      payload_time: new Date('2026-03-01T23:59:59.000Z'),
      meta: {
        direction: 'I',
        length: 12,
        message_parties: [{ phone_number: '0800', name: 'שלום\u202E; x', role: 'from' }],
      },
      row: { device_user_reference, numbers: ['0800'] },
    },
  ])
  references.message = message
  tokens.boss = await account.signIn('boss', 'Account Administrator', 'Compliance Officer')
  const permissions = [{ actions_matching: 'payloads:read' }, { actions_matching: 'device_users:read' }]
  await account.server.call('PUT', `/api/admin/v1/${client}/roles/Messages`, {
    token: tokens.boss,
    body: { version: 0, ...draft({ permissions, payload_types: ['SMS'] }) },
  })
  await account.addRole('Plays', [{ actions_matching: 'payloads:read' }, { actions_matching: 'payloads:play' }])
  tokens.plays = await account.signIn('plays', 'Plays')
  await account.addRole('Without names', [{ actions_matching: 'payloads:read' }])
  tokens.messages = await account.signIn('messages', 'Messages')
  tokens.nameless = await account.signIn('nameless', 'Without names')
})
afterAll(async () => {
  await account?.close()
  await rm(folder, { recursive: true, force: true })
})

const csv = async (token: string, body: Partial<ExportBody> = {}): Promise<string[]> => {
  const file = await exports.file(token, { ...people, format: 'csv', ...body })
  return file.split('\r\n')
}

/** The parts of a workbook, as another program unpacks them. */
const partsOf = async (token: string, body: Partial<ExportBody> = {}) => {
  const response = await exports.fetch(await exports.ask(token, { ...people, format: 'xlsx', ...body }))
  const path = join(folder, `${Math.random()}.xlsx`)
  await writeFile(path, Buffer.from(await response.arrayBuffer()))
  await run('unzip', ['-tq', path])
  const part = async (name: string) => (await run('unzip', ['-p', path, name], { maxBuffer: 2 ** 28 })).stdout
  return {
    response,
    part,
    rows: rowsIn(await part('xl/worksheets/sheet1.xml')),
    about: rowsIn(await part('xl/worksheets/sheet2.xml')),
  }
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' }

/** The cells of each row of a sheet, by their columns. */
const rowsIn = (sheet: string): Record<string, string>[] =>
  [...sheet.matchAll(/<row r="\d+">(.*?)<\/row>/gs)].map(([, row = '']) =>
    Object.fromEntries(
      [...row.matchAll(/<c r="([A-Z]+)\d+"[^>]*>(?:<v>(.*?)<\/v>|<is><t[^>]*>(.*?)<\/t><\/is>)<\/c>/gs)].map(
        ([, column, value, text = '']) => [
          column ?? '',
          value ?? text.replace(/&(\w+);/g, (_, name: string) => entities[name] ?? ''),
        ],
      ),
    ),
  )

describe('a CSV file for people', () => {
  it('has the words and times of a reader in São Paulo, and cells that no spreadsheet executes', async () => {
    expect(await csv(tokens.boss, { columns, locale: 'pt-BR' })).toEqual([
      '\uFEFFQuando (America/Sao_Paulo);Tipo;Usuário;Referência do usuário;Sentido;Participantes;Números;Conteúdo;Duração;Estado;Grupo;Referência da gravação',
      `"01/03/2026, 22:30:05";Chamada;João Reis;joao;Realizada;"'=HYPERLINK(""https://example.com"")";"'+447700900123; 0800";0:04:12;0:04:12;"Pronta, Atrasada";London;${references.call}`,
      `"01/03/2026, 20:59:59";SMS;João Reis;joao;Recebida;"שלום\uFFFD; x";'0800;'=1+1 noon? Bring \uFFFDthe file;;Pronta;London;${references.message}`,
      '',
    ])
  })

  it('has the columns asked for in their order, in English too, and all of them otherwise', async () => {
    const [head, first] = await csv(tokens.boss, { columns: ['group', 'payload_time'], time_zone: 'Europe/London' })
    expect(head).toBe('\uFEFFGroup,When (Europe/London),Payload reference')
    expect(first).toBe(`London,"2 Mar 2026, 01:30:05",${references.call}`)
    const [all = ''] = await csv(tokens.boss)
    expect(all.split(',')).toContain('SHA-256 of the sealed bytes')
  })

  it('has the rows and the names that its reader may see', async () => {
    const [, ...rows] = await csv(tokens.messages, { columns })
    expect(rows.map((row) => row.split(',').at(-1))).toEqual([references.message, ''])
    expect(rows[0]).toContain('João Reis,joao')
    const unnamed = await csv(tokens.nameless, { columns: ['device_user_reference'] })
    expect(unnamed.slice(1, 3)).toEqual([`,joao,${references.call}`, `,joao,${references.message}`])
  })
})

/** The number of a local time in a spreadsheet. */
const serialOf = (local: string): number => Date.parse(`${local}Z`) / 86_400_000 + 25_569

describe('a workbook for people', () => {
  it('has texts as texts, lengths as lengths, and a sheet that says what it is', async () => {
    const { response, part, rows, about } = await partsOf(tokens.boss, { columns, filename: "Calls: 'today'" })
    expect(response.headers.get('content-type')).toBe(
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    )
    expect(response.headers.get('content-disposition')).toContain('.xlsx')
    expect(rows[0]).toMatchObject({ A: 'When (America/Sao_Paulo)', C: 'Device user', L: 'Payload reference' })
    expect(rows[1]).toMatchObject({
      A: String(serialOf('2026-03-01T22:30:05')),
      C: 'João Reis',
      E: 'Outbound',
      F: '=HYPERLINK("https://example.com")',
      G: '+447700900123; 0800',
      H: '0:04:12',
      I: String(252 / 86_400),
      J: 'Ready, Late',
      L: references.call,
    })
    const sheet = await part('xl/worksheets/sheet1.xml')
    expect(sheet).toContain(`<c r="A2" s="5"><v>${serialOf('2026-03-01T22:30:05')}</v></c>`)
    expect(await part('xl/styles.xml')).toContain('formatCode="yyyy-mm-dd hh:mm:ss"')
    expect(sheet).not.toContain('<f>')
    expect(sheet).toContain('<autoFilter ref="A1:L3"/>')
    expect(await part('xl/workbook.xml')).toContain('<sheet name="Calls   today"')
    const facts = Object.fromEntries(about.map(({ A = '', B = '' }) => [A, B]))
    expect(facts).toMatchObject({
      List: 'recordings',
      'Time zone of all times': 'America/Sao_Paulo',
      'Exported by': expect.stringContaining('boss'),
      Rows: '2',
    })
  })

  it('names its filter', async () => {
    const { about } = await partsOf(tokens.boss, { query: { filter: { groups: ['London'], payload_types: ['SMS'] } } })
    expect(about).toContainEqual({ A: 'Filter: Kinds', B: 'SMS' })
    expect(about).toContainEqual({ A: 'Filter: Groups', B: 'London' })
  })

  it('names a matter by its title, days as days, and no kinds where the list has all of them', async () => {
    await account.server.call('PUT', `/api/client/v1/${client}/matters/M-1`, {
      token: tokens.boss,
      body: { version: 0, title: 'The case of June', reason: 'Asked', review_on: null, is_closed: false },
    })
    const filter = {
      payload_types: payloadTypes.filter((type) => type !== 'AR'),
      matter_reference: 'M-1',
      is_deleted: false,
      date_from: '2026-03-01-030000',
    }
    const { about } = await partsOf(tokens.boss, { query: { filter } })
    expect(about.filter(({ A = '' }) => A.startsWith('Filter'))).toEqual([
      { A: 'Filter: Matter', B: 'The case of June (M-1)' },
      { A: 'Filter: From', B: '1 Mar 2026' },
      { A: 'Filter: Date of', B: 'Recording' },
    ])
  })

  it.each(['listConversations', 'listDevices', 'listDeviceUsers', 'listActivities', 'listAlerts', 'listOwnReviews'])(
    'of %s has its columns in words',
    async (list) => {
      const { rows } = await partsOf(tokens.boss, { list, locale: 'pt-BR' })
      const titles = Object.values(rows[0] ?? {})
      expect(titles.length).toBeGreaterThan(5)
      expect(titles.filter((title) => /_|\.|^$/.test(title.replace('America/Sao_Paulo', '')))).toEqual([])
    },
  )
})

describe('the content of recordings in a file for people', () => {
  const opened = () =>
    account.read(async (tx) => {
      const events = await tx.db.selectFrom('custody_events').select('event').where('client', '=', client).execute()
      return events.filter(({ event }) => event === 'payload.snippet_exported').length
    })
  const textOf = async (token: string, body: Partial<ExportBody> = {}) => {
    const filter = { payload_types: ['SMS'] }
    const [, row = ''] = await csv(token, { columns: ['content'], query: { filter }, ...body })
    return row.split(',')[0]
  }

  const choose = (playback_reason_kind: string) =>
    account.server.call('PUT', `/api/admin/v1/${client}/account/settings`, {
      token: tokens.boss,
      body: { is_word_search_on: false, is_asking_before_pictures: false, playback_reason_kind },
    })

  it('is the beginning of each message that its reader may download, which is recorded as exported', async () => {
    const before = await opened()
    expect(await textOf(tokens.boss)).toContain('noon?')
    expect(await opened()).toBe(before + 1)
    expect(await textOf(tokens.messages)).toBe('')
    expect(await textOf(tokens.plays)).toBe('')
    await csv(tokens.boss)
    expect(await opened()).toBe(before + 1)
    const trail = await account.read((tx) =>
      tx.db.selectFrom('user_activities').select(['action', 'events']).where('client', '=', client).execute(),
    )
    const entries = trail.flatMap(({ events }) =>
      events.filter((one) => one.event === 'conversation.snippets_exported'),
    )
    expect(entries.at(-1)?.details).toEqual({ messages: [references.message] })
  })

  it('names dimensions and size of a photo, and the last message of a conversation', async () => {
    const media = { content_type: 'image/jpeg', size: 2_140_000, duration_ms: null, width: 4032, height: 3024 }
    await account.addCall(3, 'Lisbon', {
      payload_type: 'Photo',
      payload_state: 'Processed',
      media: JSON.stringify({ ...media, channels: null, sample_rate: null }),
    })
    const query = { filter: { payload_types: ['Photo'] } }
    const [head, photo] = await csv(tokens.boss, { columns: ['content'], query, locale: 'pt-BR' })
    expect(head).toBe('\uFEFFConteúdo;Duração;Referência da gravação')
    expect(photo).toMatch(/^"4032 × 3024, 2,1\sMB";;/)
    const list = { list: 'listConversations', columns: ['snippet', 'messages'] }
    const conversation = async (token: string) => (await csv(token, list)).slice(0, 2).join('\n')
    expect(await conversation(tokens.boss)).toMatch(/^.*Direction,Last message,Attachments.*\nInbound,'=1\+1 noon\?/)
    expect(await conversation(tokens.plays)).toMatch(/\nInbound,Text not available,0,1/)
  })

  it('has no beginnings where an account asks for reasons', async () => {
    const chosen = await choose('text')
    expect(chosen.status).toBe(200)
    expect(await textOf(tokens.boss)).toBe('')
    await choose('none')
  })
})

describe('asking for a file for people', () => {
  it.each([
    [{ list: 'listRoles' }, '/body/form'],
    [{ format: 'ndjson' }, '/body/format'],
    [{ columns: ['payload_time', 'thread'] }, '/body/columns/1'],
    [{ time_zone: 'Mars/Olympus' }, '/body/time_zone'],
    [{ form: 'machine', time_zone: undefined }, '/body/form'],
  ])('is refused with %j', async (wrong, path) => {
    const response = await account.server.call('POST', `/api/client/v1/${client}/exports`, {
      token: tokens.boss,
      body: { ...people, format: 'xlsx', ...wrong },
    })
    expect(response.status).toBe(400)
    expect(((await response.json()) as { errors: { path: string }[] }).errors.map((error) => error.path)).toEqual([
      path,
    ])
  })
})
