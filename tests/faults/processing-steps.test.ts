import { killAtStepsOfProcessing } from './processing-steps.ts'

killAtStepsOfProcessing(1)
