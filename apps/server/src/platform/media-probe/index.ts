export type { AttachmentFacts } from './attachment-check.ts'
export { type Attachment, type MessageTexts, parseMessage, textsOf } from './message-document.ts'
export { type ProbeResult, probe, probeMessage } from './probe.ts'
