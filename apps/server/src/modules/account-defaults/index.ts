import { calls } from '@holdfast/contract'
import { type ServedCall, serve } from '../../platform/http/index.ts'
import type { AnyJob } from '../../platform/jobs/run-jobs.ts'
import { confirmAccountLimit } from './confirm-account-limit.ts'
import { getAccountDefaults } from './get-account-defaults.ts'
import { lapseAccountLimit } from './lapse-account-limit.ts'
import { previewAccountLimit } from './preview-account-limit.ts'
import { putAccountDefaults } from './put-account-defaults.ts'

export { unlockAccount } from './unlock-account.ts'

export const accountDefaultsCalls: readonly ServedCall[] = [
  serve(calls.getAccountDefaults, getAccountDefaults),
  serve(calls.putAccountDefaults, putAccountDefaults),
  serve(calls.previewAccountLimit, previewAccountLimit),
  serve(calls.confirmAccountLimit, confirmAccountLimit),
]

export const accountDefaultsJobs: readonly AnyJob[] = [lapseAccountLimit]
