import { killAtStepsOfProcessing } from './processing-steps.ts'

/** `HOLDFAST_FAULTS_OTHERS=1000` tests all steps. */
killAtStepsOfProcessing(Number(process.env.HOLDFAST_FAULTS_OTHERS ?? 30))
