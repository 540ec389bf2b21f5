/** A page of law in plain words: sections of paragraphs, and tables where a table says it better. */
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
