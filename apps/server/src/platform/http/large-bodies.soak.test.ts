import { limits } from '@holdfast/contract'
import { checkWorstBodies } from '../../../test/worst-large-bodies.ts'

checkWorstBodies(limits.maxRegistrationBodyBytes)
