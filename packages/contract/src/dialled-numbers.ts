import { foldedText } from './folded-text.ts'

/** Digits, what people and handsets put between those of one number, hyphens of every kind included, and service codes (`*31#`). */
const runs = /\+?[\d*#\s().\-/_~·\p{Pd}\u2212]+/gu
const separators = /[^+*#\d]/g
/** Codes in front of a number that hide or show the caller, or divert the call: `*31#`, `#31#`, `*67`, `**21*`. */
const serviceCodes = /^(?:[*#]+\d{2,3}[*#]|[*#]\d{2})+/

/** `tel:%2B447700900800` */
const decoded = (text: string): string =>
  text.replace(/%([2-7][0-9a-f])/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))

/**
 * The numbers in a text as a handset reports it or a person types it, in their order: digits, with a plus if they are written with one. Schemes, hosts, extensions, pauses and types (`sip:`, `tel:`, `@ims.example`, `;ext=12`, `,,1234#`, `p22`,
 * `/TYPE=PLMN`) do not belong to a number; digits in them are numbers of their own.
 */
export const dialledNumbers = (text: string): string[] => {
  if (/^\+?\d+$/.test(text)) return [text]
  return (foldedText(decoded(text)).match(runs) ?? []).flatMap((run) => {
    const written = run.replace(separators, '').replace(serviceCodes, '')
    // What is dialled after `#` or `*` is another number.
    return written.split(/[*#]+/).flatMap((number) => (/\d/.test(number) ? [number] : []))
  })
}

/** The longest number in a text; '' if there is none. */
export const dialledNumber = (text: string): string =>
  dialledNumbers(text).reduce((longest, number) => (number.length > longest.length ? number : longest), '')

const scheme = /^(?:tel|sips?|callto|sms|smsto|im):/
const typed = /^(?!-)\+?[\d*#\s().\-/_~·\p{Pd}\u2212]+$/u

/** Whether a text is nothing but a phone number or a part of one, as people type or paste it. */
export const isDialledNumber = (text: string): boolean => {
  const folded = foldedText(text.trim())
  return dialledNumber(folded) !== '' && (scheme.test(folded) || typed.test(folded.replace('(+', '+(')))
}
