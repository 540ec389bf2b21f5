import type { Handlers } from '../../core/calls/index.ts'
import { getLicences } from './get-licences.ts'
import { countLicences } from './licence-use.ts'
import { listLicences } from './list-licences.ts'
import { putLicences } from './put-licences.ts'

export { limitedUseOfClients, storeLicenceUse } from './licence-use.ts'
export { exhaustedWatch, nearLimitWatch } from './licence-watches.ts'

export const licenceHandlers = { getLicences, listLicences, putLicences } satisfies Partial<Handlers>
export const licenceJobs = [countLicences]
