import type { Handlers } from '../../core/calls/index.ts'
import { deleteDevice } from './delete-device.ts'

export const deviceRemovalHandlers = { deleteDevice } satisfies Partial<Handlers>
