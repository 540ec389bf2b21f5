/** A section of a legal page, with paragraphs and tables. */
export interface LegalSection {
  title: string
  paragraphs: readonly string[]
  table?: { head: readonly string[]; rows: readonly (readonly string[])[] }
}

export interface LegalDocument {
  lead: string
  /** yyyy-mm-dd */
  updated: string
  sections: readonly LegalSection[]
}
