export type { AttachmentFacts } from './attachment-check.ts'
export { type Attachment, parseMessage } from './message-document.ts'
export { type ProbeResult, probe } from './probe.ts'
