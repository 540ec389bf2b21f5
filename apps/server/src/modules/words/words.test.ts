import { randomBytes } from 'node:crypto'
import { limits } from '@holdfast/contract'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { indexText } from './indexed-text.ts'
import { parseSearch } from './search-query.ts'
import { isStopWord } from './stop-words.ts'
import { keysOf, tokensOf } from './tokens.ts'
import { WordHashes } from './word-hashes.ts'
import { rarestOf } from './word-lookup.ts'

const wordsOf = (text: string) => [...tokensOf(text)].map(({ folded }) => folded)
const keysIn = (text: string) => new Set([...tokensOf(text)].flatMap(keysOf))
const isFoundBy = (typed: string, text: string) => {
  const keys = keysIn(text)
  return [...tokensOf(typed)].every((token) => keysOf(token).some((key) => keys.has(key)))
}

describe('words of a text', () => {
  it.each([
    ["It's a first_second sentence.This", 'it s a first second sentence this'],
    ['12.50 at 3:30, R$ 1.000,00', '12.50 at 3 30 r 1.000,00'],
    ['ann.lee@example.com, covid-19', 'ann lee example com covid 19'],
    ["guarda-chuva, d'água", 'guarda chuva d agua'],
    ['soft\u00adhyphen e\u0301te\u0301 \ufb01ne \uff30rice', 'softhyphen ete fine price'],
    ['(T+2), M&A and L/C; Ｓ＆Ｐ500', 't+2 m&a and l/c s&p500'],
    ['Tom&Jerry, Marks&S, 12/05/2026 and/or e/ou 2+2', 'tom jerry marks s 12 05 2026 and or e ou 2 2'],
    ['a+b@example.com C++ x+', 'a+b example com c x'],
    ['pri\u200bce p\ufe0frice pr\u{e0101}ice pri\ufeffce', 'price price price price'],
    ['T\u200b+2, it\u2060\u200b’s, 1\u200b2.5\u180e0 \u115fprice\u3164', 't+2 it s 12.50 price'],
    ['\u200b\ufe0f', ''],
    ['価格は上がる', '価格 は 上がる'],
    ['👍 — … <b>bold</b>', '👍 b bold b'],
    ['ok👍🏽 ❤️ 🇧🇷🇵🇹 👨‍👩‍👧 ™ ©', 'ok 👍 ❤ 🇧🇷 🇵🇹 👨 👩 👧'],
    ['Straße İstanbul ışık Łódź Ærø œuvre Đorđe', 'strasse istanbul isik lodz aero oeuvre dorde'],
    ['كتـــاب كِتَاب', 'كتاب كتاب'],
    ['שָׁלוֹם', 'שלום'],
    ['١٢٣ ۴۵ １２ ४५', '123 45 12 45'],
    ['', ''],
  ])('%j', (text, words) => expect(wordsOf(text).join(' ')).toBe(words))

  const invisible = /[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu

  it('stands where it says', () => {
    const unit = fc.oneof(fc.string({ unit: 'grapheme', maxLength: 10 }), fc.constantFrom('\u200b', '\ufe0f', 'a', ' '))
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 100 }), (text) => {
        let last = 0
        for (const { start, end, word } of tokensOf(text)) {
          expect(start).toBeGreaterThanOrEqual(last)
          const written = text.slice(start, end)
          const visible = written
            .replace(invisible, '')
            .slice(0, 128)
            .replace(/(?!^)\p{Emoji_Modifier}/gu, '')
          // Emojis stay as they are, also those that normalization makes letters, such as 🈲.
          expect(`${visible} ${visible.normalize('NFKC').toLowerCase()}`).toContain(word)
          expect([...written].at(0)).not.toMatch(invisible)
          expect([...written].at(-1)).not.toMatch(invisible)
          last = end
        }
      }),
    )
  })

  it('are the same with invisible characters anywhere', () => {
    const hidden = fc.constantFrom('', '\u200b', '\u2060', '\ufe0f', '\ufeff', '\u{e0101}', '\u202e\u00ad')
    const letters = fc.array(fc.tuple(fc.constantFrom(...'abcDé ,.+&2'), hidden), { maxLength: 60 })
    fc.assert(
      fc.property(letters, (written) => {
        const text = written.map(([letter]) => letter).join('')
        expect(wordsOf(written.flat().join(''))).toEqual(wordsOf(text))
      }),
    )
  })

  it('is cut, however long it is', () => {
    expect(wordsOf('a'.repeat(100_000))).toEqual(['a'.repeat(limits.maxWordCharacters)])
    expect(wordsOf('\ufdfa'.repeat(1000))[0]?.length).toBeLessThanOrEqual(2 * limits.maxWordCharacters)
    expect(wordsOf('\ud800 x\udfff')).toEqual(expect.arrayContaining(['x']))
  })
})

describe('forms of a word', () => {
  it.each([
    ['prices', 'The PRICE is fixed'],
    ['company', 'two companies'],
    ['traded', 'trading'],
    ['preço', 'Preços'],
    ['precos', 'preços'],
    ['negociação', 'negociações'],
    ['NEGOCIACAO', 'a negociação'],
    ['fundos', 'o fundo'],
    ['reunião', 'reuniões'],
    ['opcoes', 'opção'],
    ['ação', 'AÇÕES'],
    ['comprar', 'compramos'],
    ['ete', 'l’e\u0301te\u0301'],
    ['t+2', 'settled T+2.'],
    ['m&a', 'the M&A-team'],
    ['confirmacao', 'as confirmações'],
    ['confirmações', 'a confirmacao'],
    ['confirmacoes', 'a confirmação'],
    ['comissao', 'comissões'],
    ['possiveis', 'possível'],
    ['importancia', 'importâncias'],
    ['agencias', 'a agência'],
    ['strasse', 'Straße'],
    ['Straße', 'STRASSE'],
    ['istanbul', 'İSTANBUL'],
    ['lodz', 'Łódź'],
    ['كتاب', 'كتـــاب'],
    ['שלום', 'שָׁלוֹם'],
    ['12', '١٢'],
    ['👍', 'ok 👍🏽'],
  ])('%j finds %j', (typed, text) => expect(isFoundBy(typed, text)).toBe(true))

  it.each([
    ['price', 'prize'],
    ['conta', 'contrato'],
    ['12', '12.50'],
    ['T+2', 'T+3 and 2 others'],
  ])('%j does not find %j', (typed, text) => expect(isFoundBy(typed, text)).toBe(false))

  /** Part of the index: a change needs a new `indexVersion`. */
  it('has these keys', () => {
    const keys = (text: string) => [...tokensOf(text)].map((token) => keysOf(token).join('|')).join(' ')
    expect(keys('Prices agreed by the companies, universities running')).toBe(
      'price|pric agre|agreed by the compani univers|universiti run|running',
    )
    expect(keys('Negociações dos preços e reuniões com fundos de ações')).toBe(
      'negociaco|negoc do|dos preco|prec e reunio|reunia com fundo|fund de aco|aca',
    )
    expect(keys('x1 12.50 T+2 価格 Цены')).toBe('x1 12.50 t+2 価格 цены')
  })

  it('is found whatever its capitals and accents', () => {
    const latin = fc.stringMatching(/^[a-zàáâãçéêíóôõúü]{1,20}$/)
    fc.assert(
      fc.property(latin, (word) => {
        expect(isFoundBy(word.toUpperCase(), word)).toBe(true)
        expect(isFoundBy(word.normalize('NFD'), word)).toBe(true)
        expect(isFoundBy(word.normalize('NFD').replace(/\p{M}/gu, ''), word)).toBe(true)
      }),
    )
  })
})

describe('a search', () => {
  const parsed = (text: string) => {
    const { terms, excluded, phrases, excludedPhrases, leftOut } = parseSearch(text)
    const shown = (found: typeof terms) => found.map(({ typed }) => typed)
    return { terms: shown(terms), excluded: shown(excluded), phrases, excludedPhrases, leftOut }
  }
  const nothing = { terms: [], excluded: [], phrases: [], excludedPhrases: [], leftOut: [] }
  const problemOf = (text: string) => {
    try {
      parseSearch(text)
    } catch (error) {
      return (error as { details: { problem: string } }).details.problem
    }
    return null
  }

  it.each([
    ['Price agreed', { terms: ['Price', 'agreed'] }],
    ['the price', { terms: ['price'], leftOut: ['the'] }],
    ["let's price", { terms: ['let', 'price'] }],
    ['price PRICE', { terms: ['PRICE'] }],
    [
      '“Sell at the open” -Draft',
      {
        terms: ['Sell', 'open'],
        excluded: ['Draft'],
        phrases: [['sell', 'at', 'the', 'open']],
      },
    ],
    ['price -"not yet agreed"', { terms: ['price'], excludedPhrases: [['not', 'yet', 'agreed']] }],
    ['pri\ufeffce \u200b-dr\ufe0faft neg\u200b*\u200b', { terms: ['price', 'neg*'], excluded: ['draft'] }],
    ['settles T+2 -M&A', { terms: ['settles', 'T+2'], excluded: ['M&A'] }],
    ['neg* covid-19', { terms: ['neg*', 'covid', '19'] }],
    ['"price "agreed', { terms: ['price', 'agreed'], phrases: [['price']] }],
    ['price - , !', { terms: ['price'] }],
    ['"unclosed price', { terms: ['unclosed', 'price'], phrases: [['unclosed', 'price']] }],
  ])('%j', (text, expected) => expect(parsed(text)).toEqual({ ...nothing, ...expected }))

  it.each([
    ['the of', 'no_words'],
    ['— …', 'no_words'],
    ['-price', 'only_exclusions'],
    ['-"price agreed"', 'only_exclusions'],
    ['ne*', 'short_prefix'],
    ['price -neg*', 'excluded_prefix'],
    ['a b c d e f g h i j k', 'too_many_words'],
    ['\0', 'no_words'],
    ["'; drop table payloads; --", null],
  ])('%j: %s', (text, problem) => expect(problemOf(text)).toBe(problem))

  /** Of scripts whose words do not depend on what stands beside them. */
  const letters = fc.constantFrom(...'abcdefghijklmnopqrstuvwxyzÁÇÉãêõüßıİŒжЩέΣ0129 +&/.,:;\'’_-"!()\u00ad\u0301')

  it('finds any text by its own words', () => {
    fc.assert(
      fc.property(fc.string({ unit: letters, maxLength: 100 }), fc.nat(), (text, at) => {
        const tokens = [...tokensOf(text)].filter(({ folded }) => !isStopWord(folded))
        const token = tokens[at % tokens.length]
        if (!token) return
        const [term] = parseSearch(`"${text.slice(token.start, token.end).replace(/["“”„«»]/g, '')}"`).terms
        const keys = keysIn(text)
        expect(term && 'keys' in term && term.keys.some((key) => keys.has(key))).toBe(true)
      }),
    )
  })

  it('is read or refused, whatever is typed', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        const problem = problemOf(text)
        if (problem === null) expect(parseSearch(text).terms.length).toBeGreaterThan(0)
      }),
    )
  })
})

describe('hashes', () => {
  const hashes = new WordHashes(Buffer.alloc(32, 1))

  it('differ by account and source, and stay the same', () => {
    expect(hashes.ofWord('message', 'price')).toBe('6004437115582989066')
    expect(new WordHashes(randomBytes(32)).ofWord('message', 'price')).not.toBe(hashes.ofWord('message', 'price'))
    expect(hashes.ofWord('comment', 'price')).not.toBe(hashes.ofWord('message', 'price'))
  })

  it('seals the words of the vocabulary', () => {
    const { vocabulary } = hashes.entryOf('message', { word: 'preço', folded: 'preco' })
    const { sealed } = vocabulary
    expect(hashes.openWord(sealed)).toBe('preço')
    expect(() => new WordHashes(randomBytes(32)).openWord(sealed)).toThrow()
  })

  it('tells of a word neither its length nor its beginning', () => {
    const entryOf = (word: string) => hashes.entryOf('message', { word, folded: word }).vocabulary
    const words = ['no', 'fee', 'price', 'confirmation', 'internationalisation', '価格', '👍']
    expect(new Set(words.map((word) => entryOf(word).sealed.length)).size).toBe(1)
    expect(words.map((word) => hashes.openWord(entryOf(word).sealed))).toEqual(words)
    const letters = Array.from('abcdefghijklmnopqrstuvwxyz')
    const buckets = letters.flatMap((a) => letters.map((b) => entryOf(`${a}${b}x`).bucket))
    expect(Math.max(...buckets)).toBeLessThan(256)
    expect(entryOf('contract').bucket).toBe(hashes.ofBucket('message', 'con'))
    // 676 beginnings share the buckets, so no bucket is that of one beginning.
    expect(new Set(buckets).size).toBeGreaterThan(200)
    const long = 'x'.repeat(64)
    expect(hashes.openWord(entryOf(long).sealed)).toBe(long)
  })

  it('stores the words of a text in no order of the text', () => {
    const { words } = indexText(hashes, 'message', ['zebra apple mango banana cherry'])
    expect(words).toEqual([...words].sort())
  })

  it('indexes no more than the limits allow', () => {
    const many = Array.from({ length: 2100 }, (_, place) => `word${place}`).join(' ')
    const { words, isPartlyIndexed } = indexText(hashes, 'message', ['The word1', many])
    expect([words.length, isPartlyIndexed]).toEqual([limits.maxIndexedWords, true])
    const { isPartlyIndexed: isCut } = indexText(hashes, 'message', [
      `price ${' '.repeat(limits.maxIndexedCharacters)}`,
    ])
    expect(isCut).toBe(true)
    expect(indexText(hashes, 'message', ['the', '']).words).toEqual([])
  })
})

describe('the rarest word of a search', () => {
  const count = (term: number, rows: number, mean_time: number | null) => ({ term, rows, mean_time })

  it('has the fewest rows', () => {
    expect(rarestOf([count(0, 2000, 50), count(1, 40, 90), count(2, 41, 10)], 'desc').term).toBe(1)
    expect(rarestOf([count(0, 2000, 50), count(1, 0, null)], 'desc').term).toBe(1)
  })

  it('has its rows farther from the beginning of the list, if no word was counted to its end', () => {
    expect(rarestOf([count(0, 2000, 90), count(1, 2000, 50)], 'desc').term).toBe(1)
    expect(rarestOf([count(0, 2000, 90), count(1, 2000, 50)], 'asc').term).toBe(0)
  })

  it('is the only one of a search with one word', () => {
    expect(rarestOf([], 'desc').term).toBe(0)
  })
})
