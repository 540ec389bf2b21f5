import type PDFDocument from 'pdfkit'
import { eventLoopYielder } from '../../platform/yield-to-event-loop.ts'
import { shownText, textRuns, type Weight } from './pdf-fonts.ts'

type Document = InstanceType<typeof PDFDocument>
type Structure = ReturnType<Document['struct']>

export interface TableColumn {
  title: string
  /** Share of the page's width. */
  share: number
  isNumber?: boolean
}

const padding = 3
const bodySize = 9
const tableSize = 8
const ink = '#1b2430'
const muted = '#5b6776'
const line = '#c9d1da'

/** Writes headings, paragraphs and tables, tagged for screen readers, one below the other. */
export class PdfPageWriter {
  readonly #doc: Document
  readonly #root: Structure
  readonly #rest = eventLoopYielder()

  constructor(doc: Document) {
    this.#doc = doc
    this.#root = doc.struct('Document')
    doc.addStructure(this.#root)
  }

  heading(level: 1 | 2, text: string): void {
    if (level === 2) {
      this.#keepTogether(70)
      this.#doc.moveDown(0.8)
    }
    this.#add(this.#root, level === 1 ? 'H1' : 'H2', () =>
      this.#text(text, { weight: 600, size: level === 1 ? 18 : 12 }),
    )
    this.#doc.moveDown(0.3)
  }

  paragraph(text: string): void {
    this.#keepTogether(30)
    this.#add(this.#root, 'P', () => this.#text(text, { size: bodySize, color: muted }))
    this.#doc.moveDown(0.4)
  }

  /** Ends the document's structure. */
  end(): void {
    this.#root.end()
  }

  /** A table whose head is repeated on each page. Other calls are served between its rows. */
  async table(columns: readonly TableColumn[], rows: readonly (readonly string[])[]): Promise<void> {
    const table = this.#doc.struct('Table')
    this.#root.add(table)
    this.#row(
      table,
      columns,
      'TH',
      columns.map(({ title }) => title),
    )
    for (const row of rows) {
      if (this.#isFull(this.#heightOf(columns, row))) {
        this.#doc.addPage()
        this.#repeatedHead(columns)
      }
      this.#row(table, columns, 'TD', row)
      await this.#rest()
    }
    table.end()
    this.#doc.moveDown(0.5)
  }

  #row(table: Structure, columns: readonly TableColumn[], cell: 'TH' | 'TD', texts: readonly string[]): void {
    const row = this.#doc.struct('TR')
    table.add(row)
    this.#cells(columns, texts, cell === 'TH', (draw) =>
      this.#add(row, cell, draw, cell === 'TH' ? 'Column' : undefined),
    )
    row.end()
  }

  /** Screen readers know the head from the first page. */
  #repeatedHead(columns: readonly TableColumn[]): void {
    this.#doc.markContent('Artifact', { type: 'Layout' })
    this.#cells(
      columns,
      columns.map(({ title }) => title),
      true,
      (draw) => draw(),
    )
    this.#doc.endMarkedContent()
  }

  #cells(
    columns: readonly TableColumn[],
    texts: readonly string[],
    isHead: boolean,
    tagged: (draw: () => void) => void,
  ): void {
    const doc = this.#doc
    const { left } = doc.page.margins
    const top = doc.y + padding
    let bottom = top
    let x = left
    columns.forEach(({ share, isNumber }, index) => {
      const width = share * this.#width
      tagged(() => {
        doc.x = x
        doc.y = top
        const weight = isHead ? 600 : 400
        const align = isNumber ? 'right' : 'left'
        this.#text(texts[index] ?? '', { weight, size: tableSize, width: width - 2 * padding, align })
      })
      bottom = Math.max(bottom, doc.y)
      x += width
    })
    doc.x = left
    doc.y = bottom + padding
    this.#rule(doc.y)
  }

  #rule(y: number): void {
    const doc = this.#doc
    const { left } = doc.page.margins
    doc
      .moveTo(left, y)
      .lineTo(left + this.#width, y)
      .lineWidth(0.5)
      .strokeColor(line)
      .stroke()
  }

  #text(
    text: string,
    {
      size,
      weight = 400,
      color = ink,
      width = this.#width,
      align = 'left',
    }: { size: number; weight?: Weight; color?: string; width?: number; align?: 'left' | 'right' },
  ): void {
    const doc = this.#doc
    const runs = textRuns(text === '' ? ' ' : text, weight)
    doc.fontSize(size).fillColor(color)
    runs.forEach((run, index) => {
      doc.font(run.font).text(run.text, { width, align, continued: index < runs.length - 1 })
    })
  }

  #add(parent: Structure, type: string, draw: () => void, scope?: 'Column'): void {
    // pdfkit has `scope`, its types do not yet.
    const options: object = scope ? { scope } : {}
    const element = this.#doc.struct(type, options, draw)
    parent.add(element)
    element.end()
  }

  get #width(): number {
    const { width, margins } = this.#doc.page
    return width - margins.left - margins.right
  }

  #heightOf(columns: readonly TableColumn[], texts: readonly string[]): number {
    const doc = this.#doc
    doc.font('latin 600').fontSize(tableSize)
    const heights = columns.map(({ share }, index) =>
      doc.heightOfString(shownText(texts[index] ?? ''), { width: share * this.#width - 2 * padding }),
    )
    return Math.max(...heights) + 2 * padding
  }

  #isFull(height: number): boolean {
    const { page, y } = this.#doc
    return y + height > page.height - page.margins.bottom
  }

  #keepTogether(height: number): void {
    if (this.#isFull(height)) this.#doc.addPage()
  }
}
