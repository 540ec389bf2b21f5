export { lockDiffersWatch } from './differs-watch.ts'
export {
  deleteLocks,
  type KnownLock,
  type LockDifference,
  lockedUntil,
  noteAskedLocks,
  type SeenLock,
  seenLocks,
  settleFormerLocks,
  storeSeenLocks,
} from './lock-rows.ts'
