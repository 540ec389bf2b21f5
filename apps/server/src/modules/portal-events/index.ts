import type { Handlers } from '../../platform/http/index.ts'
import { streamEvents } from './stream-events.ts'

export const portalEventHandlers = { streamEvents } satisfies Partial<Handlers>
