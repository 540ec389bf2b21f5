import type { Handlers } from '../../core/calls/index.ts'
import { placeLegalHold, releaseLegalHold } from './hold-on-person.ts'
import { keepUpToDate } from './keep-up-to-date.ts'
import { listMatters } from './list-matters.ts'
import { createMatterNote, listMatterNotes } from './matter-notes.ts'
import { placeMatterHolds } from './place-matter-holds.ts'
import { putMatter } from './put-matter.ts'
import { putMatterPayloads, removeMatterPayloads } from './put-matter-payloads.ts'
import { releaseMatterHolds } from './release-matter-holds.ts'

export { putBatchIn } from './keep-up-to-date.ts'

export const matterHandlers = {
  placeLegalHold,
  releaseLegalHold,
  listMatters,
  putMatter,
  putMatterPayloads,
  removeMatterPayloads,
  listMatterNotes,
  createMatterNote,
  placeMatterHolds,
  releaseMatterHolds,
} satisfies Partial<Handlers>

export const matterJobs = [keepUpToDate]
