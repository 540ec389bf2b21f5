import { expect, it } from 'vitest'
import { csvRowFor } from './people-csv.ts'

const hostile = "a,=cmd|'/c calc'!A1,b;=1+1"

it('has nothing that a spreadsheet takes for a formula, whatever it ends cells with', () => {
  expect(csvRowFor('pt-BR')([hostile])).toBe(`"a,'=cmd|'/c calc'!A1,b;'=1+1"\r\n`)
  // In quotes from its beginning, so that its commas end no cell.
  expect(csvRowFor('en-GB')([hostile])).toBe(`"a,=cmd|'/c calc'!A1,b;'=1+1"\r\n`)
})

it('separates cells as spreadsheets of the language expect, and keeps digits as text', () => {
  expect(csvRowFor('pt-BR')(['0800', 12, null])).toBe("'0800;12;\r\n")
  expect(csvRowFor('en-GB')(['0800', 12, null])).toBe("'0800,12,\r\n")
})
