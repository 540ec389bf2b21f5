import { killAtStepsOfTransfers } from './transfer-steps.ts'

killAtStepsOfTransfers(25)
