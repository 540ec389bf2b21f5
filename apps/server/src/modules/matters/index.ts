import type { Handlers } from '../../core/calls/index.ts'
import { placeLegalHold, releaseLegalHold } from './hold-on-person.ts'
import { placeMatterHolds } from './place-matter-holds.ts'
import { releaseMatterHolds } from './release-matter-holds.ts'

export const matterHandlers = {
  placeLegalHold,
  releaseLegalHold,
  placeMatterHolds,
  releaseMatterHolds,
} satisfies Partial<Handlers>
