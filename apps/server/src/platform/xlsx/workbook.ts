import { ReadableStream } from 'node:stream/web'
import type { ZipWriter } from '@zip.js/zip.js'
import { zipStream } from '../zip-stream.ts'
import { lettersOf, rowXml, type SheetCell, type SheetCellKind, xmlText } from './cells.ts'

export const xlsxType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** Without the row of headings. */
export const maxSheetRows = 1_048_575

export interface SheetColumn {
  title: string
  kind: SheetCellKind
  /** In characters. */
  width: number
}

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packages = 'http://schemas.openxmlformats.org/package/2006'
const partType = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

const contentTypes = `${declaration}<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${partType}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${partType}.worksheet+xml"/><Override PartName="/xl/worksheets/sheet2.xml" ContentType="${partType}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${partType}.styles+xml"/></Types>`

const packageRelations = `${declaration}<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`

const workbookRelations = `${declaration}<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${relations}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${relations}/worksheet" Target="worksheets/sheet2.xml"/><Relationship Id="rId3" Type="${relations}/styles" Target="styles.xml"/></Relationships>`

/**
 * Formats 49 (text), 3 (whole numbers with separators) and 46 (hours that go on after 24) are built in. Times have formats of our own,
 * which read the same in every language.
 */
const styles = `${declaration}<styleSheet xmlns="${main}"><numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy-mm-dd hh:mm:ss"/><numFmt numFmtId="165" formatCode="yyyy-mm-dd"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="7"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="3" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="46" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="49" fontId="1" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/><xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="165" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`

const columnsXml = (columns: readonly { width: number }[]): string =>
  `<cols>${columns.map(({ width }, place) => `<col min="${place + 1}" max="${place + 1}" width="${width}" customWidth="1"/>`).join('')}</cols>`

/** The beginning of a sheet of rows: its headings stay in view. */
export const sheetHead = (columns: readonly SheetColumn[]): string => {
  const headings = columns.map(({ title }): SheetCell => ({ kind: 'heading', value: title }))
  return `${declaration}<worksheet xmlns="${main}"><sheetViews><sheetView tabSelected="1" workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/><selection pane="bottomLeft" activeCell="A2" sqref="A2"/></sheetView></sheetViews>${columnsXml(columns)}<sheetData>${rowXml(headings, 1)}`
}

/** The end of a sheet of rows, with a filter for each column. */
export const sheetTail = (columns: number, rows: number): string =>
  `</sheetData><autoFilter ref="A1:${lettersOf(columns - 1)}${rows + 1}"/></worksheet>`

/** A sheet of two columns: names, and what they stand for. */
const factsSheet = (facts: readonly SheetFact[]): string => {
  const rows = facts.map(({ name, value }, place) =>
    rowXml(
      [
        { kind: 'heading', value: name },
        { kind: typeof value === 'number' ? 'integer' : 'text', value },
      ],
      place + 1,
    ),
  )
  return `${declaration}<worksheet xmlns="${main}">${columnsXml([{ width: 34 }, { width: 80 }])}<sheetData>${rows.join('')}</sheetData></worksheet>`
}

export interface SheetFact {
  name: string
  value: string | number
}

/** Known once the last row is written. */
export interface WorkbookEnd {
  /** The names of the two sheets. */
  titles: readonly [string, string]
  columns: number
  rows: number
  /** The rows of the second sheet. */
  facts: readonly SheetFact[]
}

const maxTitleLength = 31

/** Names of sheets have none of these, and no apostrophe at either end. */
const sheetTitle = (title: string): string =>
  title
    .replace(/[[\]:*?/\\']/g, ' ')
    .slice(0, maxTitleLength)
    .toWellFormed()
    .trim() || 'Sheet'

const workbookXml = ({ titles: [first, second], columns, rows }: WorkbookEnd): string => {
  const title = sheetTitle(first)
  const other = sheetTitle(second) === title ? `${title.slice(0, maxTitleLength - 2)} 2` : sheetTitle(second)
  const filtered = `'${title}'!$A$1:$${lettersOf(columns - 1)}$${rows + 1}`
  return `${declaration}<workbook xmlns="${main}" xmlns:r="${relations}"><bookViews><workbookView activeTab="0"/></bookViews><sheets><sheet name="${xmlText(title)}" sheetId="1" r:id="rId1"/><sheet name="${xmlText(other)}" sheetId="2" r:id="rId2"/></sheets><definedNames><definedName name="_xlnm._FilterDatabase" localSheetId="0" hidden="1">${xmlText(filtered)}</definedName></definedNames></workbook>`
}

/**
 * A workbook (ISO/IEC 29500) with a sheet of rows and one of facts, streamed: its parts are written one after the other, and nothing is
 * kept (docs/decisions/0107).
 * @param sheet the bytes of the sheet of rows
 * @param endOf is called after the last of them
 */
export const workbookOf = (sheet: AsyncIterable<Uint8Array>, endOf: () => WorkbookEnd): AsyncGenerator<Uint8Array> =>
  // Not every program reads ZIP64. A part above 4 GiB, which would need it, is an error.
  zipStream({ zip64: false, extendedTimestamp: false }, (zip) => writeParts(zip, sheet, endOf))

const writeParts = async (
  zip: ZipWriter<unknown>,
  sheet: AsyncIterable<Uint8Array>,
  endOf: () => WorkbookEnd,
): Promise<void> => {
  const add = (path: string, content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>) =>
    zip.add(path, ReadableStream.from(content) as never)
  const addText = (path: string, text: string) => add(path, [Buffer.from(text)])
  await addText('[Content_Types].xml', contentTypes)
  await addText('_rels/.rels', packageRelations)
  await addText('xl/_rels/workbook.xml.rels', workbookRelations)
  await addText('xl/styles.xml', styles)
  await add('xl/worksheets/sheet1.xml', sheet)
  const end = endOf()
  await addText('xl/worksheets/sheet2.xml', factsSheet(end.facts))
  await addText('xl/workbook.xml', workbookXml(end))
  await zip.close()
}
