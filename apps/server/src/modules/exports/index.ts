import type { Handlers } from '../../core/calls/index.ts'
import type { AnyJob } from '../../core/jobs.ts'
import { createExport } from './create-export.ts'
import { endLostExports } from './end-lost-exports.ts'
import type { ListHandlers } from './exported-list.ts'
import { forgetExportQuery } from './forget-query.ts'
import { getExport } from './get-export.ts'
import { removeExpiredExportsJob } from './remove-expired-exports.ts'

export { csvFields } from './csv-columns.ts'
export type { Schema as ItemSchema } from './item-schema.ts'

/** @param lists what answers the lists that can be exported */
export const exportHandlers = (lists: ListHandlers) =>
  ({ createExport: createExport(lists), getExport: getExport(lists) }) satisfies Partial<Handlers>

export const exportJobs: readonly AnyJob[] = [endLostExports, forgetExportQuery, removeExpiredExportsJob]
