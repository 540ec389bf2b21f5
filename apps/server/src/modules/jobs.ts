import type { AnyJob } from '../core/jobs.ts'
import { accountDefaultsJobs } from './account-defaults/index.ts'
import { derivedMediaJobs } from './derived-media/index.ts'
import { deviceJobs } from './devices/index.ts'
import { processingJobs } from './processing/index.ts'
import { sessionJobs } from './session/index.ts'
import { storeSweepJobs } from './store-sweeps/index.ts'
import { supportAccessJobs } from './support-access/index.ts'
import { uploadJobs } from './uploads/index.ts'
import { wordIndexJobs } from './word-index/index.ts'

/** All jobs of the worker, by module. */
export const jobs: readonly AnyJob[] = [
  ...accountDefaultsJobs,
  ...derivedMediaJobs,
  ...deviceJobs,
  ...processingJobs,
  ...sessionJobs,
  ...storeSweepJobs,
  ...supportAccessJobs,
  ...uploadJobs,
  ...wordIndexJobs,
]
