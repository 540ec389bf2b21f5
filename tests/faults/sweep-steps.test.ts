import { killAtStepsOfSweep } from './sweep-steps.ts'

killAtStepsOfSweep(1)
