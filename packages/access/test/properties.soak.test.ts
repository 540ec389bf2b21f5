import { compareWithReference } from './access-properties.ts'
import { compareRoleChanges } from './role-change-properties.ts'

/** Number of questions. `HOLDFAST_CASES=1000000` asks more. */
const cases = Number(process.env.HOLDFAST_CASES ?? 40_000)

compareWithReference(cases)
compareRoleChanges(cases / 20)
