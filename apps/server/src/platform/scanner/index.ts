export { openScanner } from './open-scanner.ts'
export { type Scanner, ScannerUnavailable, type ScanSession, type Verdict } from './scanner.ts'
