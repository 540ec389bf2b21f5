import type { Handlers } from '../../core/calls/index.ts'
import type { AnyJob } from '../../core/jobs.ts'
import { createDownload } from './create-download.ts'
import { endLostDownloads } from './end-lost-downloads.ts'
import { getDownload } from './get-download.ts'
import { removeExpiredDownloadsJob } from './remove-expired-downloads.ts'

export { downloadsUnderWay } from './download-tickets.ts'

export const downloadHandlers = { createDownload, getDownload } satisfies Partial<Handlers>

export const downloadJobs: readonly AnyJob[] = [endLostDownloads, removeExpiredDownloadsJob]
