/** What the server writes into files that people read, in the words of the portal. Nothing here needs a browser. */
export { type Language, trailRow, type WholeEntry } from './shared/activities/trail-row.ts'
export { messages as english } from './shared/i18n/en-gb/index.ts'
export type { MessageId } from './shared/i18n/message.ts'
export { messages as portuguese } from './shared/i18n/pt-br/index.ts'
