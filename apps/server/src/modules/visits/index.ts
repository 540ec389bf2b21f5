import type { Handlers } from '../../core/calls/index.ts'
import { getLeftBehind } from './get-left-behind.ts'
import { getVisitFigures } from './get-visit-figures.ts'
import { listVisit } from './list-visit.ts'

export const visitHandlers = {
  listVisit,
  getLeftBehind,
  getVisitFigures,
} satisfies Partial<Handlers>
