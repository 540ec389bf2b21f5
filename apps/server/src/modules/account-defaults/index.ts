import type { Handlers } from '../../core/calls/index.ts'
import type { AnyJob } from '../../core/jobs.ts'
import { confirmAccountLimit } from './confirm-account-limit.ts'
import { getAccountDefaults } from './get-account-defaults.ts'
import { lapseAccountLimit } from './lapse-account-limit.ts'
import { previewAccountLimit } from './preview-account-limit.ts'
import { putAccountDefaults } from './put-account-defaults.ts'

export { checkDefaultRole, saveDefaultRole } from './put-account-defaults.ts'
export { unlockAccount } from './unlock-account.ts'

export const accountDefaultsHandlers = {
  getAccountDefaults,
  putAccountDefaults,
  previewAccountLimit,
  confirmAccountLimit,
} satisfies Partial<Handlers>

export const accountDefaultsJobs: readonly AnyJob[] = [lapseAccountLimit]
