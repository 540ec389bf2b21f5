import type { Handlers } from '../../core/calls/index.ts'
import { listContentAccess } from './list-content-access.ts'

export const contentAccessHandlers = { listContentAccess } satisfies Partial<Handlers>

export { rolesOpeningGroup } from './roles-opening-group.ts'
