import { carrierOutcomes, type StatementContent } from '@holdfast/contract'
import type { Language } from '@holdfast/words'
import { languageOf } from '../portal-words/index.ts'
import { registerFonts } from './pdf-fonts.ts'
import { PdfPageWriter } from './pdf-page-writer.ts'
import type { StatedMonth } from './stated-month.ts'
import { statedNames } from './statement-names.ts'

interface Parts {
  stated: StatedMonth
  content: StatementContent
  language: Language
  /** A time of UTC in the language of the statement. */
  timeOf: (time: string | null) => string
  /** A person by name, with the reference: of the account's colleagues, or of those who have devices. */
  colleague: (reference: string | null) => string
  person: (reference: string | null) => string
  writer: PdfPageWriter
}

const named = (name: string | null, reference: string | null): string => {
  if (reference === null) return '–'
  return name === null || name === reference ? reference : `${name} (${reference})`
}

/** The statement for people, in its language. */
export const statementPdf = async (stated: StatedMonth, content: StatementContent): Promise<Buffer> => {
  // Loaded when the first statement is made: the library and its fonts would slow down every start.
  const { default: PDFDocument } = await import('pdfkit')
  const language = languageOf(stated.locale)
  const title = language.t('statement.pdf_title', { month: monthName(stated), group: stated.group })
  const doc = new PDFDocument({
    size: 'A4',
    margins: { top: 48, bottom: 56, left: 48, right: 48 },
    pdfVersion: '1.7',
    tagged: true,
    displayTitle: true,
    lang: stated.locale,
    info: { Title: title, Author: stated.account_name, Creator: 'Holdfast', CreationDate: new Date(stated.created_at) },
  })
  const bytes = collected(doc)
  registerFonts((name, font) => doc.registerFont(name, font))
  const times = new Intl.DateTimeFormat(stated.locale, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' })
  const timeOf: Parts['timeOf'] = (time) => (time === null ? '–' : `${times.format(new Date(time))} UTC`)
  const writer = new PdfPageWriter(doc, stated.statement_reference)
  const { personName, colleagueName } = statedNames(content)
  const colleague: Parts['colleague'] = (reference) => named(colleagueName(reference), reference)
  const person: Parts['person'] = (reference) => named(personName(reference), reference)
  const parts = { stated, content, language, timeOf, colleague, person, writer }
  await writeHead(parts)
  await writeRecordings(parts)
  await writeGaps(parts)
  await writeDevices(parts)
  await writeCarrierRecords(parts)
  writer.heading(2, language.t('statement.proof'))
  writer.paragraph(language.t('statement.proves'))
  writer.paragraph(language.t('statement.proves_not'))
  writer.paragraph(language.t('statement.characters'))
  writer.end()
  doc.end()
  return bytes
}

const collected = (stream: NodeJS.ReadableStream): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    stream.on('data', (chunk: Buffer) => chunks.push(chunk))
    stream.on('end', () => resolve(Buffer.concat(chunks)))
    stream.on('error', reject)
  })

const monthName = ({ locale, month }: StatedMonth): string =>
  new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${month}-01T00:00:00Z`),
  )

const writeHead = async ({ stated, language: { t }, timeOf, colleague, writer }: Parts): Promise<void> => {
  writer.heading(1, t('statement.title'))
  await writer.table(
    [
      { title: '', share: 0.25 },
      { title: '', share: 0.75 },
    ],
    [
      [t('statement.account'), `${stated.account_name} (${stated.client})`],
      [t('statement.group'), stated.group],
      [t('statement.month'), monthName(stated)],
      [t('statement.created_at'), timeOf(stated.created_at)],
      [t('statement.created_by'), colleague(stated.created_by)],
      [t('statement.reference'), stated.statement_reference],
      [t('statement.key'), stated.key_id],
    ],
  )
  writer.paragraph(t('statement.utc'))
}

const writeRecordings = async ({ content, language: { t, formatNumber }, writer }: Parts): Promise<void> => {
  writer.heading(2, t('statement.recordings'))
  if (content.recordings.length === 0) return writer.paragraph(t('statement.no_recordings'))
  const total = content.recordings.reduce((sum, row) => sum + row.total, 0)
  await writer.table(
    [
      { title: t('statement.kind'), share: 0.4 },
      { title: t('completeness.state'), share: 0.4 },
      { title: t('statement.count'), share: 0.2, isNumber: true },
    ],
    [
      ...content.recordings.map((row) => [
        t(`kind.${row.payload_type}`),
        t(`state.${row.payload_state}`),
        formatNumber(row.total),
      ]),
      [t('statement.sum'), '', formatNumber(total)],
    ],
  )
}

const writeGaps = async ({ content, language, timeOf, colleague, person, writer }: Parts): Promise<void> => {
  const { t, formatNumber } = language
  const { open, explained, gaps } = content
  writer.heading(2, t('statement.gaps'))
  writer.paragraph(t('statement.gaps_open', { gaps: open.gaps, recordings: open.recordings }))
  writer.paragraph(t('statement.gaps_explained', { gaps: explained.gaps, recordings: explained.recordings }))
  if (gaps.total === 0) return
  await writer.table(
    [
      { title: t('device.reference'), share: 0.16 },
      { title: t('device.user'), share: 0.14 },
      { title: t('completeness.missing'), share: 0.1, isNumber: true },
      { title: t('statement.between'), share: 0.2 },
      { title: t('completeness.state'), share: 0.11 },
      { title: t('completeness.explanation'), share: 0.29 },
    ],
    gaps.items.map((gap) => [
      gap.device_reference,
      person(gap.device_user_reference),
      formatNumber(gap.missing),
      gap.before_time === null
        ? t('statement.before', { time: timeOf(gap.after_time) })
        : `${timeOf(gap.before_time)} – ${timeOf(gap.after_time)}`,
      t(`completeness.state_${gap.state}`),
      gap.reason === null
        ? '–'
        : `${t(`completeness.reason_${gap.reason}`)}: ${gap.explanation ?? ''} (${colleague(gap.explained_by)}, ${timeOf(gap.explained_at)})`,
    ]),
  )
  noteShortened(language, writer, gaps)
}

const writeDevices = async ({ content, language, timeOf, person, writer }: Parts): Promise<void> => {
  const { t, formatNumber } = language
  const { silent_devices, resets, people_with_fewer_devices } = content
  const device = { title: t('device.reference'), share: 0.4 }
  writer.heading(2, t('statement.silent'))
  writer.paragraph(t('statement.silent_count', { count: silent_devices.total }))
  if (silent_devices.total > 0) {
    const columns = [device, { title: t('device.user'), share: 0.3 }, { title: t('statement.last_seen'), share: 0.3 }]
    await writer.table(
      columns,
      silent_devices.items.map((row) => [
        row.device_reference,
        person(row.device_user_reference),
        timeOf(row.last_seen),
      ]),
    )
    noteShortened(language, writer, silent_devices)
  }
  writer.heading(2, t('statement.resets'))
  writer.paragraph(t('statement.resets_count', { count: resets.total }))
  if (resets.total > 0) {
    const columns = [device, { title: t('statement.reset_at'), share: 0.6 }]
    await writer.table(
      columns,
      resets.items.map((row) => [row.device_reference, timeOf(row.reset_at)]),
    )
    noteShortened(language, writer, resets)
  }
  writer.heading(2, t('statement.people'))
  writer.paragraph(t('statement.people_count', { count: people_with_fewer_devices.total }))
  if (people_with_fewer_devices.total > 0) {
    await writer.table(
      [
        { title: t('device.user'), share: 0.5 },
        { title: t('statement.expected'), share: 0.25, isNumber: true },
        { title: t('statement.active'), share: 0.25, isNumber: true },
      ],
      people_with_fewer_devices.items.map((row) => [
        person(row.device_user_reference),
        formatNumber(row.expected_devices),
        formatNumber(row.active_devices),
      ]),
    )
    noteShortened(language, writer, people_with_fewer_devices)
  }
}

const writeCarrierRecords = async ({ content, language: { t, formatNumber }, writer }: Parts): Promise<void> => {
  const { carrier_records } = content
  writer.heading(2, t('statement.carriers'))
  if (carrier_records.length === 0) return writer.paragraph(t('statement.no_carriers'))
  const sum = (rows: typeof carrier_records) => rows.reduce((total, { records }) => total + records, 0)
  await writer.table(
    [
      { title: t('carrier.outcome'), share: 0.5 },
      { title: t('statement.count'), share: 0.25, isNumber: true },
      { title: t('carrier.signed_off'), share: 0.25, isNumber: true },
    ],
    carrierOutcomes
      .map((outcome) => ({ outcome, rows: carrier_records.filter((row) => row.outcome === outcome) }))
      .filter(({ rows }) => rows.length > 0)
      .map(({ outcome, rows }) => [
        t(`carrier.outcome_${outcome}`),
        formatNumber(sum(rows)),
        formatNumber(sum(rows.filter((row) => row.is_signed_off))),
      ]),
  )
}

const noteShortened = (
  { t }: Language,
  writer: PdfPageWriter,
  { total, items }: { total: number; items: readonly unknown[] },
): void => {
  if (items.length < total) writer.paragraph(t('statement.shortened', { listed: items.length, total }))
}
