export { openScanner } from './open-scanner.ts'
export { type Scanner, ScannerUnavailable, type Verdict } from './scanner.ts'
