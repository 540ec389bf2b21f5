import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'

const root = path.resolve(import.meta.dirname, '../..')
const maxColumns = 120

/** The documents of the project. The specification stays as it was written. */
const documents = execFileSync('git', ['ls-files', '*.md'], { cwd: root, encoding: 'utf8' })
  .trim()
  .split('\n')
  .filter((file) => !file.startsWith('docs/specification/'))

const codeBlocks = /^ *(```|~~~).*?^ *\1/gms
const isTableRow = (line: string): boolean => line.trimStart().startsWith('|')
/** Wrapping is no help to a line that has a single word beside its list mark or quotation mark. */
const isOneWord = (line: string): boolean =>
  line
    .trim()
    .replace(/^([-*>]|\d+\.) /, '')
    .split(' ').length === 1

/** The numbers of the lines that are too long. */
const longLines = (text: string): number[] =>
  text
    .replaceAll(codeBlocks, (block) => '\n'.repeat(block.split('\n').length - 1))
    .split('\n')
    .flatMap((line, index) => (line.length > maxColumns && !isTableRow(line) && !isOneWord(line) ? [index + 1] : []))

it(`documents wrap at ${maxColumns} characters, apart from tables, code and addresses`, () => {
  const found = documents.flatMap((file) =>
    longLines(readFileSync(path.join(root, file), 'utf8')).map((line) => `${file}:${line}`),
  )
  expect(found).toEqual([])
})

const long = 'word '.repeat(30)
it.each([
  [long, [1]],
  [`a\n- ${long}`, [2]],
  [`| ${long} |`, []],
  [`\`\`\`\n${long}\n\`\`\`\n\n${long}`, [5]],
  [`- https://holdfast.example/${'a'.repeat(120)}`, []],
])('%j has long lines: %j', (text, lines) => {
  expect(longLines(text)).toEqual(lines)
})
