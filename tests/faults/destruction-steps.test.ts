import { killAtStepsOfDestruction } from './destruction-steps.ts'

killAtStepsOfDestruction(4)
