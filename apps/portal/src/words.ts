/** The portal's words for files that the server writes for people, such as exports. Nothing here needs a browser. */
export { type Language, trailRow, type WholeEntry } from './shared/activities/trail-row.ts'
export { messages as english } from './shared/i18n/en-gb/index.ts'
export type { MessageId } from './shared/i18n/message.ts'
export { messages as portuguese } from './shared/i18n/pt-br/index.ts'
