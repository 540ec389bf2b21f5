/** `finding` is the scanner's name for what it found. */
export type Verdict = { clean: true } | { clean: false; finding: string }

/** Scans streamed content for malware. */
export interface Scanner {
  /** `embedded` or `clamd`; recorded with each verdict. */
  name: string
  /**
   * Fails with `ScannerUnavailable` whenever there is no verdict on the whole content, and never treats that as clean. An error
   * of `content` itself is passed on unchanged.
   */
  scan(content: AsyncIterable<Uint8Array>): Promise<Verdict>
  /** Scans many small contents over one connection. Opens it at the first scan. */
  openSession(): ScanSession
  /** Fails with `ScannerUnavailable` when it can't scan now (readiness). */
  check(): Promise<void>
  close(): Promise<void>
}

/** When its connection breaks, every scan that has no verdict yet fails, and so does every later one. */
export interface ScanSession extends Pick<Scanner, 'scan'> {
  close(): void
}

/** No verdict was reached; the same scan may succeed later. */
export class ScannerUnavailable extends Error {
  override readonly name = 'ScannerUnavailable'
}
