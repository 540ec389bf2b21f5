import { ScannerUnavailable, type Verdict } from './scanner.ts'

/**
 * The verdict of a reply to INSTREAM.
 * @param sentAll whether clamd had all content before it replied
 */
export const verdictOf = (reply: string, sentAll: boolean): Verdict => {
  const finding = /^stream: (.+) FOUND$/.exec(reply)?.[1]
  if (finding !== undefined) return { clean: false, finding }
  if (reply === 'stream: OK' && sentAll) return { clean: true }
  const advice = reply.includes('size limit exceeded') ? ' (raise StreamMaxLength in clamd.conf)' : ''
  throw new ScannerUnavailable(`clamd gave no verdict: ${reply.slice(0, 200)}${advice}`)
}
