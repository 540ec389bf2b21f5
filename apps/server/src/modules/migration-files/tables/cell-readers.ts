import { servicesInCell } from '@holdfast/contract'
import { isSpoilt, numberProblem, spoiltProblem } from '../legacy-numbers.ts'
import { readTime, shortened } from '../legacy-times.ts'
import { say } from '../sentences.ts'
import { isTooDeep } from './json-depth.ts'

export type Reading = { value: unknown; warning?: string } | { problem: string }

/** Reads the text of a cell that is not empty. */
export type CellReader = (text: string, timeZone: string) => Reading

export const asText: CellReader = (text) => ({ value: text })

export const asReference: CellReader = (text) => (isSpoilt(text) ? { problem: spoiltProblem(text) } : { value: text })

export const asTime: CellReader = readTime

const yes = new Set(['true', 'yes', 'y', '1', 'sim'])
const no = new Set(['false', 'no', 'n', '0', 'não', 'nao'])

export const asBoolean: CellReader = (text) => {
  const word = text.toLowerCase()
  if (yes.has(word)) return { value: true }
  return no.has(word) ? { value: false } : { problem: say('no_boolean', { text: shortened(text) }) }
}

export const asNumber: CellReader = (text) =>
  /^\d{1,15}(?:\.\d{1,9})?$/.test(text)
    ? { value: Number(text) }
    : { problem: say('no_number', { text: shortened(text) }) }

export const asServices: CellReader = (text) => ({ value: servicesInCell(listOf(text)?.join(' ') ?? text) })

export const asWord =
  (...words: readonly string[]): CellReader =>
  (text) => {
    const found = words.find((word) => word.toLowerCase() === text.toLowerCase())
    return found ? { value: found } : { problem: say('none_of', { text: shortened(text), words: words.join(', ') }) }
  }

const inbound = /^(?:i|in|inbound|incoming)$/i
const outbound = /^(?:o|out|outbound|outgoing)$/i

export const asDirection: CellReader = (text) => {
  if (inbound.test(text)) return { value: 'I' }
  if (outbound.test(text)) return { value: 'O' }
  return /^cc$/i.test(text)
    ? { value: 'CC' }
    : { problem: say('none_of', { text: shortened(text), words: 'I, O, CC' }) }
}

const withheld = /^(?:withheld|anonymous|private|unknown)$/i

/** Phone numbers, `null` for a withheld one. */
export const asNumbers: CellReader = (text) => {
  // Its comma would be taken for the end of a number.
  if (isSpoilt(text)) return { problem: spoiltProblem(text) }
  const numbers = (listOf(text) ?? text.split(/[;|,]/)).map((one) => String(one ?? 'withheld').trim()).filter(Boolean)
  const problems = numbers.map(numberProblem).filter((problem) => problem !== null)
  if (problems.length > 0) return { problem: problems.slice(0, 3).join('; ') }
  return { value: numbers.map((one) => (withheld.test(one) ? null : one)) }
}

export const asPhoneNumber: CellReader = (text) => {
  const problem = numberProblem(text)
  return problem ? { problem } : { value: text }
}

export const asReferences: CellReader = (text) => {
  const all = (listOf(text) ?? text.split(/[;|, ]+/)).map((one) => String(one).trim()).filter(Boolean)
  const spoilt = all.find(isSpoilt)
  return spoilt ? { problem: spoiltProblem(spoilt) } : { value: all }
}

/** Parties as JSON, or their numbers. */
export const asParties: CellReader = (text, timeZone) => {
  const list = listOf(text)
  if (list?.some((one) => typeof one === 'object' && one !== null)) {
    const problem = list
      .map((one) => numberProblem(String((one as { phone_number?: unknown })?.phone_number ?? '')))
      .find(Boolean)
    return problem ? { problem } : { value: list }
  }
  const numbers = asNumbers(text, timeZone)
  return 'problem' in numbers
    ? numbers
    : { value: (numbers.value as (string | null)[]).map((phone_number) => ({ phone_number })) }
}

/** `key=value` pairs, or JSON as groups have them. */
export const asTags: CellReader = (text) => {
  const list = listOf(text)
  if (list) return { value: list }
  const pairs = text.split(/[;|]/).filter((one) => one.trim() !== '')
  const wrong = pairs.find((pair) => !pair.includes('='))
  if (wrong) return { problem: say('no_tag', { text: shortened(wrong) }) }
  return {
    value: pairs.map((pair) => {
      const at = pair.indexOf('=')
      return { tag_key: pair.slice(0, at).trim(), tag_value: pair.slice(at + 1).trim() }
    }),
  }
}

/** A path below the folder of the export that leads nowhere else. */
export const asPath: CellReader = (text) => {
  const path = text.replace(/^\.\//, '')
  const isSafe =
    /^[^/\\:\p{Cc}][^\\\p{Cc}]*$/u.test(path) &&
    path.split('/').every((part) => part !== '' && part !== '.' && part !== '..')
  return isSafe && path.length <= 1000 ? { value: path } : { problem: say('no_path', { text: shortened(text) }) }
}

export const asSha256: CellReader = (text) =>
  /^[0-9a-f]{64}$/i.test(text)
    ? { value: text.toLowerCase() }
    : { problem: say('no_sha256', { text: shortened(text) }) }

const listOf = (text: string): unknown[] | null => {
  if (!text.startsWith('[')) return null
  try {
    const value: unknown = JSON.parse(text)
    return Array.isArray(value) && !isTooDeep(value) ? value : null
  } catch {
    return null
  }
}
