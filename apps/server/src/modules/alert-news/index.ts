import type { AnyJob } from '../../core/jobs.ts'
import { tellAlert } from './tell-alert.ts'

export const alertNewsJobs: readonly AnyJob[] = [tellAlert]
