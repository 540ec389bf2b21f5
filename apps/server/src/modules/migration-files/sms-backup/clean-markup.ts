/**
 * Prepares the markup of a backup for the XML parser, which would hold a value of any length and refuses half emoji: text between
 * tags, comments and instructions are left out, long values are replaced, and broken values end where the next tag begins.
 */

import { say } from '../sentences.ts'

export type MarkupPart =
  | { markup: string; repairs: number }
  /** The value that follows was longer than `maxValueCharacters`, or its element than `maxElementCharacters`, and is replaced by nothing. */
  | { isTooLong: true }
  | { problem: string }

/** 16 MiB in base64, the most that an attachment can have. */
export const maxValueCharacters = 4 * Math.ceil((16 * 1024 * 1024) / 3)
/** All values of an element together, and of a message with its parts, whose attachments are in base64: it is one JSON document, which is held. */
export const maxElementCharacters = 48 * 1024 * 1024
const maxTagCharacters = 64 * 1024
const maxDeclarationCharacters = 1024

/** The rest of the file cannot be read. */
export class UnreadableBackup extends Error {}

type State =
  | { in: 'text' }
  | { in: 'tag' }
  | { in: 'value'; quote: string; parts: string[]; length: number }
  | { in: 'skipped'; until: string; kept: string }

export class MarkupCleaner {
  #state: State = { in: 'text' }
  #rest = ''
  #tagLength = 0
  #valuesLength = 0;

  *clean(piece: string, isLast = false): Generator<MarkupPart> {
    const text = this.#rest + piece
    this.#rest = ''
    let at = 0
    while (at < text.length) {
      const next = yield* this.#step(text, at, isLast)
      if (next === null) {
        this.#rest = text.slice(at)
        return
      }
      at = next
    }
  }

  /** Returns where to go on, or `null` if more text is needed to see what this is. */
  *#step(text: string, at: number, isLast: boolean): Generator<MarkupPart, number | null> {
    const state = this.#state
    if (state.in === 'value') return yield* this.#value(text, at, state)
    if (state.in === 'skipped') return this.#skipped(text, at, state)
    return state.in === 'text' ? yield* this.#text(text, at, isLast) : yield* this.#tag(text, at)
  }

  *#text(text: string, at: number, isLast: boolean): Generator<MarkupPart, number | null> {
    const begin = text.indexOf('<', at)
    if (begin < 0) return text.length
    const head = text.slice(begin, begin + 9)
    if (head.length < 9 && !isLast && /^<(?:$|[!?])/.test(head)) return begin === at ? null : begin
    if (/^<!doctype/i.test(head)) throw new UnreadableBackup(say('dtd'))
    const until = head.startsWith('<!--')
      ? '-->'
      : head.startsWith('<![CDATA[')
        ? ']]>'
        : head.startsWith('<?')
          ? '?>'
          : ''
    if (until !== '') {
      this.#state = { in: 'skipped', until, kept: '' }
      return begin + (head.startsWith('<?') ? 2 : 4)
    }
    this.#state = { in: 'tag' }
    this.#tagLength = 0
    this.#valuesLength = 0
    yield { markup: '<', repairs: 0 }
    return begin + 1
  }

  *#tag(text: string, at: number): Generator<MarkupPart, number> {
    const mark = /["'<>]/g
    mark.lastIndex = at
    const end = mark.exec(text)?.index ?? text.length
    this.#tagLength += end - at
    if (this.#tagLength > maxTagCharacters)
      throw new UnreadableBackup('A tag without values is longer than 64 KiB; the file is damaged')
    if (end > at) yield { markup: withoutControls(text.slice(at, end)), repairs: 0 }
    if (end === text.length) return end
    const found = text.charAt(end)
    if (found === '<') yield* this.#endBroken()
    else if (found === '>') {
      yield { markup: '>', repairs: 0 }
      this.#state = { in: 'text' }
    } else this.#state = { in: 'value', quote: found, parts: [], length: 0 }
    return found === '<' ? end : end + 1
  }

  *#value(text: string, at: number, state: Extract<State, { in: 'value' }>): Generator<MarkupPart, number> {
    const close = text.indexOf(state.quote, at)
    const tag = text.indexOf('<', at)
    const end = Math.min(close < 0 ? text.length : close, tag < 0 ? text.length : tag)
    state.length += end - at
    const isKept = state.length <= maxValueCharacters && this.#valuesLength + state.length <= maxElementCharacters
    if (isKept) state.parts.push(text.slice(at, end))
    else state.parts = []
    if (end === text.length) return end
    const { value, repairs } = repaired(state.parts.join(''))
    if (isKept) this.#valuesLength += state.length
    else yield { isTooLong: true }
    yield { markup: `${state.quote}${value}${state.quote}`, repairs }
    if (end === tag) {
      yield* this.#endBroken()
      return end
    }
    this.#state = { in: 'tag' }
    return end + 1
  }

  *#endBroken(): Generator<MarkupPart> {
    yield { problem: say('xml_unclosed') }
    yield { markup: '/>', repairs: 0 }
    this.#state = { in: 'text' }
  }

  #skipped(text: string, at: number, state: Extract<State, { in: 'skipped' }>): number {
    // The last characters of the piece before may be the beginning of the end.
    const searched = state.kept.slice(-2) + text.slice(at)
    const end = searched.indexOf(state.until)
    const taken = end < 0 ? searched : searched.slice(0, end)
    if (state.until === '?>') {
      const declaration = (state.kept + text.slice(at)).slice(0, maxDeclarationCharacters).split('?>', 1)[0] ?? ''
      refuseEncoding(declaration)
      state.kept = declaration.length < maxDeclarationCharacters ? declaration : taken.slice(-2)
    } else state.kept = taken.slice(-2)
    if (end < 0) return text.length
    const before = searched.length - (text.length - at)
    this.#state = { in: 'text' }
    return at + end + state.until.length - before
  }
}

const refuseEncoding = (declaration: string): void => {
  const [, encoding] = /^xml\s.*?encoding\s*=\s*["']([A-Za-z0-9._-]+)["']/s.exec(declaration) ?? []
  if (encoding && !/^utf-?(?:8|16)$/i.test(encoding)) {
    throw new UnreadableBackup(say('xml_encoding', { encoding }))
  }
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: XML cannot have them.
const control = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g
const withoutControls = (text: string): string => text.replace(control, ' ')

const reference = /&#(?:x([0-9a-f]{1,8})|(\d{1,10}));/gi

/**
 * Emoji that were written as two references, such as &#55357;&#56838;, become one character; half ones and characters that XML
 * cannot have become U+FFFD. Each counts as a repair.
 */
const repaired = (text: string): { value: string; repairs: number } => {
  let repairs = 0
  let value = text
  if (text.includes('&#')) {
    value = text.replace(reference, (whole: string, hex?: string, decimal?: string) => {
      const code = hex ? Number.parseInt(hex, 16) : Number(decimal)
      if (isSurrogate(code)) {
        // The second half of a pair belongs to the repair of the first.
        if (code < 0xdc00) repairs += 1
        return String.fromCharCode(code)
      }
      if (isCharacter(code)) return whole
      repairs += 1
      return '\ufffd'
    })
    if (!value.isWellFormed()) {
      const halves = value.replace(/[\ud800-\udbff][\udc00-\udfff]/g, '').match(/[\udc00-\udfff]/g)
      repairs += halves?.length ?? 0
      value = value.toWellFormed()
    }
  }
  if (value.search(control) >= 0) {
    value = value.replace(control, '\ufffd')
    repairs += 1
  }
  return { value, repairs }
}

const isSurrogate = (code: number): boolean => code >= 0xd800 && code <= 0xdfff
const isCharacter = (code: number): boolean =>
  code === 9 || code === 10 || code === 13 || (code >= 32 && code <= 0x10ffff && code !== 0xfffe && code !== 0xffff)
