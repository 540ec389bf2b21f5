export type { MediaFacts } from './media-facts.ts'
export { type Attachment, type Message, parseMessage } from './message-document.ts'
export { type ProbeResult, probe } from './probe.ts'
