import type PDFDocument from 'pdfkit'
import { eventLoopYielder } from '../../platform/yield-to-event-loop.ts'
import { shownText, textRuns, type Weight } from './pdf-fonts.ts'
import { brokenLines } from './pdf-lines.ts'

type Document = InstanceType<typeof PDFDocument>
type Structure = ReturnType<Document['struct']>

export interface TableColumn {
  title: string
  /** Share of the page's width. */
  share: number
  isNumber?: boolean
}

interface Style {
  size: number
  weight?: Weight
  color?: string
}

/** An element of the PDF's structure tree, for screen readers. */
interface Tagged {
  tag: string
  structure: Structure
}

/** A table cell, already broken into lines. `element` is null in a repeated heading. */
interface Cell {
  lines: string[]
  left: number
  width: number
  isNumber: boolean
  element: Tagged | null
}

const padding = 3
const ink = '#1b2430'
const muted = '#5b6776'
const rule = '#c9d1da'
const body: Style = { size: 9, color: muted }
const cellStyle: Style = { size: 8 }
const headStyle: Style = { size: 8, weight: 600 }
const footStyle: Style = { size: 7, color: muted }
/** A row with more lines than this may continue on the next page. */
const linesKeptTogether = 8

/** Writes headings, paragraphs and tables, tagged for screen readers, one below the other. */
export class PdfPageWriter {
  readonly #doc: Document
  /** Text of the footer, before the page number. */
  readonly #foot: string
  #page = 1
  readonly #root: Structure
  readonly #rest = eventLoopYielder()
  /** Widths of single characters and short words, by style. */
  readonly #widths = new Map<string, number>()

  constructor(doc: Document, foot: string) {
    this.#doc = doc
    this.#foot = foot
    this.#root = doc.struct('Document')
    doc.addStructure(this.#root)
  }

  heading(level: 1 | 2, text: string): void {
    const style: Style = { size: level === 1 ? 18 : 12, weight: 600 }
    if (level === 2) {
      this.#keepTogether(70)
      this.#doc.y += 10
    }
    this.#block(level === 1 ? 'H1' : 'H2', text, style)
    this.#doc.y += 5
  }

  paragraph(text: string): void {
    this.#block('P', text, body)
    this.#doc.y += 4
  }

  /** Ends the document's structure and its last page, which says how many there are. */
  end(): void {
    this.#root.end()
    this.#writeFoot(`${this.#page} / ${this.#page}`)
  }

  /** Writes each page out before the next: keeping all of them can take hundreds of megabytes. */
  #nextPage(): void {
    this.#writeFoot(String(this.#page))
    this.#doc.addPage()
    this.#page += 1
  }

  /** Screen readers leave it out. */
  #writeFoot(page: string): void {
    const doc = this.#doc
    const { margins, height } = doc.page
    doc.markContent('Artifact', { type: 'Pagination' })
    this.#line(shownText(`${this.#foot} · ${page}`), margins.left, height - 36, footStyle)
    doc.endMarkedContent()
  }

  /** A table whose head is repeated on each page; the first cell of a row names it. Other calls are served between its rows. */
  async table(columns: readonly TableColumn[], rows: readonly (readonly string[])[]): Promise<void> {
    const table = this.#doc.struct('Table')
    this.#root.add(table)
    const titles = columns.map(({ title }) => title)
    const hasHead = titles.some((title) => title !== '')
    const repeatHead = () => {
      if (hasHead) this.#row(columns, titles, headStyle, null, () => undefined)
    }
    if (hasHead) this.#row(columns, titles, headStyle, table, () => undefined)
    for (const row of rows) {
      this.#row(columns, row, cellStyle, table, repeatHead)
      await this.#rest()
    }
    table.end()
    this.#doc.y += 6
  }

  #row(
    columns: readonly TableColumn[],
    texts: readonly string[],
    style: Style,
    table: Structure | null,
    repeatHead: () => void,
  ): void {
    const row = table && this.#doc.struct('TR')
    if (row) table.add(row)
    let { left } = this.#doc.page.margins
    const cells = columns.map(({ share, isNumber = false }, index): Cell => {
      const element = row && this.#cellElement(style === headStyle ? 'Column' : index === 0 ? 'Row' : null)
      if (element) row.add(element.structure)
      const width = share * this.#width - 2 * padding
      const cell = { lines: this.#lines(texts[index] ?? '', width, style), left, width, isNumber, element }
      left += share * this.#width
      return cell
    })
    this.#rowLines(cells, style, repeatHead)
    row?.end()
  }

  /** Draws the lines of a row, on several pages if they are many. */
  #rowLines(cells: readonly Cell[], style: Style, repeatHead: () => void): void {
    const height = this.#lineHeight(style)
    const most = Math.max(1, ...cells.map(({ lines }) => lines.length))
    for (let from = 0; from < most; ) {
      if (this.#linesLeft(height) < Math.min(most - from, linesKeptTogether)) {
        this.#nextPage()
        repeatHead()
      }
      const until = Math.min(most, from + Math.max(1, this.#linesLeft(height)))
      this.#rowPart(cells, { from, until }, style)
      from = until
    }
  }

  /** How many lines of a row the page has room for. */
  #linesLeft(height: number): number {
    return Math.floor((this.#bottom - this.#doc.y - 2 * padding) / height)
  }

  #rowPart(cells: readonly Cell[], { from, until }: { from: number; until: number }, style: Style): void {
    const doc = this.#doc
    const top = doc.y + padding
    const height = this.#lineHeight(style)
    for (const { lines, left, width, isNumber, element } of cells) {
      const part = lines.slice(from, until)
      if (part.length === 0) continue
      this.#tagged(element, () =>
        part.forEach((line, index) => {
          const indent = isNumber ? width - this.#measure(line.trimEnd(), style) : 0
          this.#line(line, left + indent, top + index * height, style)
        }),
      )
    }
    doc.y = top + (until - from) * height + padding
    this.#tagged(null, () => this.#rule(doc.y))
  }

  /** Draws content of an element, or an artifact, which screen readers skip. */
  #tagged(element: Tagged | null, draw: () => void): void {
    const doc = this.#doc
    if (element) element.structure.add(doc.markStructureContent(element.tag))
    else doc.markContent('Artifact', { type: 'Layout' })
    draw()
    doc.endMarkedContent()
  }

  #cellElement(scope: 'Column' | 'Row' | null): Tagged {
    // pdfkit has `scope`, its types do not yet.
    const options: object = scope ? { scope } : {}
    const tag = scope ? 'TH' : 'TD'
    return { tag, structure: this.#doc.struct(tag, options) }
  }

  #block(type: 'H1' | 'H2' | 'P', text: string, style: Style): void {
    const doc = this.#doc
    const lines = this.#lines(text, this.#width, style)
    const height = this.#lineHeight(style)
    this.#keepTogether(lines.length * height)
    const structure = doc.struct(type)
    this.#root.add(structure)
    this.#tagged({ tag: type, structure }, () => {
      for (const line of lines) {
        this.#line(line, doc.page.margins.left, doc.y, style)
        doc.y += height
      }
    })
    structure.end()
  }

  /** Draws one line, without moving on. */
  #line(line: string, left: number, top: number, { size, weight = 400, color = ink }: Style): void {
    const doc = this.#doc
    const { x, y } = doc
    let at = left
    doc.fontSize(size).fillColor(color)
    for (const { font, text } of textRuns(line, weight)) {
      doc.font(font).text(text, at, top, { lineBreak: false })
      at += doc.widthOfString(text)
    }
    doc.x = x
    doc.y = y
  }

  #rule(y: number): void {
    const doc = this.#doc
    const { left } = doc.page.margins
    doc
      .moveTo(left, y)
      .lineTo(left + this.#width, y)
      .lineWidth(0.5)
      .strokeColor(rule)
      .stroke()
  }

  #lines(text: string, width: number, style: Style): string[] {
    return brokenLines(shownText(text), width, (part) => this.#measure(part, style))
  }

  #measure(text: string, { size, weight = 400 }: Style): number {
    const key = `${size} ${weight} ${text}`
    const known = this.#widths.get(key)
    if (known !== undefined) return known
    const doc = this.#doc
    doc.fontSize(size)
    const width = textRuns(text, weight).reduce((sum, run) => sum + doc.font(run.font).widthOfString(run.text), 0)
    if (text.length <= 16) this.#widths.set(key, width)
    return width
  }

  /** Equal in all subsets of the font. */
  #lineHeight({ size }: Style): number {
    return this.#doc.font('latin 400').fontSize(size).currentLineHeight(true)
  }

  get #width(): number {
    const { width, margins } = this.#doc.page
    return width - margins.left - margins.right
  }

  get #bottom(): number {
    const { height, margins } = this.#doc.page
    return height - margins.bottom
  }

  #keepTogether(height: number): void {
    if (this.#doc.y + height > this.#bottom) this.#nextPage()
  }
}
