import { compareRandomRoles } from './random-roles/compare-random-roles.ts'

/** HOLDFAST_CASES=500 runs more cases. */
compareRandomRoles(Number(process.env.HOLDFAST_CASES ?? 60))
