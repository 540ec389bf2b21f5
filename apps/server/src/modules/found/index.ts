import type { Handlers } from '../../core/calls/index.ts'
import { find } from './find.ts'

export const foundHandlers = { find } satisfies Partial<Handlers>
