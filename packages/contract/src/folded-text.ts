/*
 * How texts are compared whatever their case, accents and digits are: names, words of messages, and what people search for. The database has
 * the same rules in `app.folded`; a test compares both. A change needs a migration of that function, and a new `indexVersion` of the words.
 */

/**
 * Accents of Latin, Greek and Cyrillic letters, Hebrew points, vowel marks and the tatweel of Arabic, the frame of keycaps, and invisible characters. Marks of other
 * scripts distinguish words.
 */
const removed =
  /[\u0300-\u036f\u20e3\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed]|[\p{Variation_Selector}\u00ad\u0640\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff]/gu

/** Letters that Unicode does not decompose, as people type them on other keyboards. */
const letters: Readonly<Record<string, string>> = {
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', þ: 'th', ø: 'o', ł: 'l', đ: 'd', ð: 'd', ħ: 'h', ŧ: 't', ŋ: 'n', ı: 'i', ĸ: 'k' },
  ...{ ς: 'σ' },
  ...{ ٱ: 'ا', ى: 'ي', ی: 'ي', ة: 'ه', ک: 'ك' },
}
const replaced = new RegExp(`[${Object.keys(letters).join('')}]`, 'g')

/** The zeros of other scripts, each followed by its nine further digits: Arabic, Persian, N’Ko, those of India, Thai, Lao, Tibetan and others. */
const zeros = [
  ...[0x660, 0x6f0, 0x7c0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66, 0xde6, 0xe50, 0xed0, 0xf20],
  ...[0x1040, 0x1090, 0x17e0, 0x1810, 0x1946, 0x19d0, 0x1a80, 0x1a90, 0x1b50, 0x1bb0, 0x1c40, 0x1c50],
  ...[0xa620, 0xa8d0, 0xa900, 0xa9d0, 0xa9f0, 0xaa50, 0xabf0],
]
const digits: ReadonlyMap<string, string> = new Map(
  zeros.flatMap((zero) => Array.from('0123456789', (digit, value) => [String.fromCharCode(zero + value), digit])),
)

/** Full-width digits and those of other scripts become 0 to 9. */
const withPlainDigits = (text: string): string => text.replace(/\p{Nd}/gu, (digit) => digits.get(digit) ?? digit)

/** A text in lower case, without accents and with plain digits: João becomes joao, Straße strasse, and ١٢ 12. */
export const foldedText = (text: string): string => {
  if (!/[^\0-\x7f]/.test(text)) return text.toLowerCase()
  const plain = text.normalize('NFKD').replace(removed, '').toLowerCase()
  return withPlainDigits(plain.replace(replaced, (letter) => letters[letter] ?? letter)).normalize('NFC')
}
