import type { Locale, StatementContent } from '@holdfast/contract'
import { describe, expect, it } from 'vitest'
import { type ReadPdf, readPdf } from '../../../test/pdf-text.ts'
import { brokenLines } from './pdf-lines.ts'
import type { StatedMonth } from './stated-month.ts'
import { statementPdf } from './statement-pdf.ts'

type Gap = StatementContent['gaps']['items'][number]

const stated = (change: Partial<StatedMonth> = {}): StatedMonth => ({
  statement_reference: '01KB3J0V2Q7Z8X9Y0W1V2T3S4R',
  client: 'meridian',
  account_name: 'Meridian',
  group: 'Equities London',
  month: '2026-10',
  locale: 'en-GB',
  created_at: '2026-11-26T08:30:00.000Z',
  created_by: 'ruth.castellan',
  key_id: 'B3v8xJ2n_lq0sWm5c1Zp7y4Q9tR6uH2kE8dA3fG0iYs',
  ...change,
})

const gap = (index: number, change: Partial<Gap> = {}): Gap => ({
  gap_reference: `gap-${index}`,
  device_reference: `R5CT${index}`,
  device_user_reference: 'ana.reis',
  first_missing: 1,
  last_missing: 3,
  missing: 3,
  before_time: '2026-10-03T10:00:00.000Z',
  after_time: '2026-10-05T12:31:00.000Z',
  state: 'open',
  reason: null,
  explanation: null,
  explained_by: null,
  explained_at: null,
  ...change,
})

const explained = (index: number, explanation: string): Gap =>
  gap(index, {
    state: 'explained',
    reason: 'other',
    explanation,
    explained_by: 'ruth.castellan',
    explained_at: '2026-11-02T10:00:00.000Z',
  })

const content = (gaps: Gap[], total = gaps.length): StatementContent => ({
  recordings: [
    { payload_type: 'Call', payload_state: 'Processed', total: 1_234_000 },
    { payload_type: 'SMS', payload_state: 'Uploaded', total: 567 },
  ],
  open: { gaps: total, recordings: 4321 },
  explained: { gaps: 0, recordings: 0 },
  gaps: { total, items: gaps },
  silent_devices: {
    total: 1,
    items: [{ device_reference: 'SILENT-7', device_user_reference: 'joe.low', last_seen: null }],
  },
  resets: { total: 1, items: [{ device_reference: 'RESET-8', reset_at: '2026-10-04T00:00:00.000Z' }] },
  people_with_fewer_devices: {
    total: 1,
    items: [{ device_user_reference: 'mei.hughes', expected_devices: 2, active_devices: 1 }],
  },
  carrier_records: [{ record_type: 'Call', outcome: 'Matched', is_signed_off: false, records: 2345 }],
})

const written = async (gaps: Gap[], change: Partial<StatedMonth> = {}, total?: number): Promise<ReadPdf> =>
  readPdf(await statementPdf(stated(change), content(gaps, total)))

describe('a PDF reader finds', () => {
  it.each<[Locale, string[]]>([
    [
      'en-GB',
      [
        'Statement of completeness',
        'October 2026',
        '26 Nov 2026, 08:30 UTC',
        'Call Ready 1,234,000',
        'All 1,234,567',
        '2,000 open gaps, 4,321 recordings missing.',
        'No explained gaps.',
        'R5CT0 ana.reis 3 3 Oct 2026, 10:00 UTC – 5 Oct 2026, 12:31 UTC Open –',
        'R5CT1 ana.reis 3 Before 5 Oct 2026, 12:31 UTC Open –',
        'The first 2 of 2,000 are listed.',
        'SILENT-7 joe.low –',
        'RESET-8 4 Oct 2026, 00:00 UTC',
        'mei.hughes 2 1',
        'Matched 2,345 0',
      ],
    ],
    [
      'pt-BR',
      [
        'Declaração de completude',
        'outubro de 2026',
        '26 de nov. de 2026, 08:30 UTC',
        'Chamada Pronta 1.234.000',
        'Todas 1.234.567',
        '2.000 lacunas abertas, faltam 4.321 gravações.',
        'Nenhuma lacuna explicada.',
        'R5CT1 ana.reis 3 Antes de 5 de out. de 2026, 12:31 UTC Aberta –',
        'São listadas as primeiras 2 de 2.000 linhas.',
        'SILENT-7 joe.low –',
        'RESET-8 4 de out. de 2026, 00:00 UTC',
        'mei.hughes 2 1',
      ],
    ],
  ])('what it says in %s, in the language and with the title of the document', async (locale, texts) => {
    const read = await written([gap(0), gap(1, { before_time: null })], { locale }, 2000)
    const text = read.pages.join(' ')
    for (const expected of [...texts, 'Equities London', 'Meridian (meridian)', stated().key_id]) {
      expect(text).toContain(expected)
    }
    expect(read.title).toContain('Equities London')
    expect(read.language).toBe(locale)
  })

  it('the reference and page number on each page, and the page count on the last', async () => {
    const { pages } = await written(Array.from({ length: 120 }, (_, index) => gap(index)))
    expect(pages.length).toBeGreaterThan(3)
    pages.forEach((page, index) => {
      const number = index + 1 === pages.length ? `${index + 1} / ${index + 1}` : `${index + 1}`
      expect(page.trim().endsWith(`${stated().statement_reference} · ${number}`)).toBe(true)
    })
    // The head of the table is repeated.
    expect(pages[1]).toContain('Device reference Device user Missing Between State Explanation')
  })

  it('table rows and headings, but no repeated headings and no footers', async () => {
    const { elements } = await written(Array.from({ length: 120 }, (_, index) => gap(index)))
    const count = (role: string) => elements.filter((each) => each === role).length
    expect(new Set(elements)).toEqual(new Set(['H1', 'H2', 'P', 'TH', 'TD']))
    expect(count('H1')).toBe(1)
    expect(count('H2')).toBe(7)
    const columns = [3, 6, 3, 2, 3, 3]
    // 7 rows say what the statement is about, 3 count recordings, 120 are gaps; the other lists have one each.
    const rows = 7 + 3 + 120 + 4
    expect(count('TH')).toBe(rows + columns.reduce((sum, each) => sum + each, 0))
  })
})

describe('hostile and long texts', () => {
  const hostile = [
    'W'.repeat(1000),
    'Ж'.repeat(1000),
    '中'.repeat(1000),
    'aЖ'.repeat(500),
    'a 中 Ж\u202e'.repeat(140),
    'The handset was in flight mode. '.repeat(31),
  ]

  it('stay within their columns and above the footer, and nothing is left out', async () => {
    const { pages, pieces } = await written(hostile.map((text, index) => explained(index, text)))
    for (const { text, left, bottom, width } of pieces.flat()) {
      expect(left, text).toBeGreaterThanOrEqual(47)
      expect(left + width, text).toBeLessThanOrEqual(548)
      // The foot stands below.
      if (bottom > 30) expect(bottom, text).toBeGreaterThan(55)
    }
    const all = pages.join(' ')
    const count = (part: RegExp) => all.match(part)?.length ?? 0
    const wide = pieces.flat().filter(({ text }) => /^W+$/.test(text.trim()))
    expect(wide.reduce((sum, { text }) => sum + text.trim().length, 0)).toBe(1000)
    expect(count(/\[\?\]/g)).toBe(1000 + 2 * 140 + 1)
    expect(count(/flight/g)).toBe(31)
    // The end of each explanation, after a page break, too.
    expect(count(/\(ruth\.castellan, 2 Nov 2026, 10:00 UTC\)/g)).toBe(hostile.length)
  })

  it('combining marks are composed, and unsupported characters are replaced', async () => {
    const read = await written([gap(0, { device_user_reference: 'Cafe\u0301 Franc\u0327oise Łódź Привет' })], {
      group: 'فريق 😀',
    })
    expect(read.pages[0]).toContain('Café Françoise Łódź Привет')
    expect(read.pages[0]).toContain('[?][?][?][?] [?]')
    expect(read.title).toContain('فريق 😀')
  })

  it('numbers that are too wide are broken after a separator', async () => {
    const { pages } = await written([gap(0, { missing: Number.MAX_SAFE_INTEGER })])
    expect(pages[0]).toContain('9,007,199, 254,740, 991')
  })
})

describe('lines', () => {
  const measure = (text: string) => text.length

  it('break at spaces and after hyphens, without losing a character', () => {
    expect(brokenLines('a quick-brown fox', 8, measure)).toEqual(['a quick-', 'brown ', 'fox'])
    expect(brokenLines('', 8, measure)).toEqual([''])
    expect(brokenLines('--- a', 2, measure).join('')).toBe('--- a')
    expect(brokenLines(' 123456789 x', 4, measure)).toEqual([' ', '1234', '5678', '9 x'])
  })

  it('measure a long word once for each letter', () => {
    let steps = 0
    const counted = (text: string) => {
      steps += 1
      return text.length
    }
    expect(brokenLines('W'.repeat(10_000), 20, counted)).toHaveLength(500)
    expect(steps).toBeLessThan(11_000)
  })
})
