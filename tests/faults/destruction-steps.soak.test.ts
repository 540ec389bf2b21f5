import { killAtStepsOfDestruction } from './destruction-steps.ts'

killAtStepsOfDestruction(Number.POSITIVE_INFINITY)
