import { say } from '../sentences.ts'
import { maxRecordCharacters } from './csv-records.ts'
import { isTooDeep, maxJsonDepth } from './json-depth.ts'

export type JsonRecord = { cells: Record<string, string> } | { problem: string; text: string }

const tooDeep = say('too_deep', { levels: maxJsonDepth })
const tooLong = say('long_json_line')

/** The objects of an NDJSON file, one a line, with their values as texts: lists and objects as JSON. */
export async function* jsonRecords(text: AsyncIterable<string>): AsyncGenerator<JsonRecord> {
  let rest = ''
  let isDropping = false
  for await (const piece of text) {
    const lines = (rest + piece).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      if (!isDropping && line.trim() !== '') yield recordOf(line)
      isDropping = false
    }
    if (isDropping) rest = ''
    else if (rest.length > maxRecordCharacters) {
      yield { problem: tooLong, text: rest.slice(0, 2000) }
      isDropping = true
      rest = ''
    }
  }
  if (!isDropping && rest.trim() !== '') yield recordOf(rest)
}

const recordOf = (line: string): JsonRecord => {
  if (line.length > maxRecordCharacters) return { problem: tooLong, text: line.slice(0, 2000) }
  const value = parsed(line)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return { problem: say('no_object'), text: line.slice(0, 2000) }
  }
  if (isTooDeep(value)) return { problem: tooDeep, text: line.slice(0, 2000) }
  return {
    cells: Object.fromEntries(Object.entries(value).map(([column, one]) => [column.toLowerCase(), textOf(one)])),
  }
}

const parsed = (line: string): unknown => {
  try {
    return JSON.parse(line)
  } catch {
    return null
  }
}

const textOf = (value: unknown): string => {
  if (value === null || value === undefined) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
