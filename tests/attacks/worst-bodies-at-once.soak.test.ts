import { limits } from '@holdfast/contract'
import { surviveWorstBodies } from './worst-bodies-at-once.ts'

surviveWorstBodies(limits.maxRegistrationBodyBytes)
