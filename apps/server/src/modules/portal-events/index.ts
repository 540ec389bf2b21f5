import type { Handlers } from '../../core/calls/index.ts'
import { streamEvents } from './stream-events.ts'

export const portalEventHandlers = { streamEvents } satisfies Partial<Handlers>
