import { compareRandomRoles } from './random-roles/compare-random-roles.ts'

compareRandomRoles(6)
