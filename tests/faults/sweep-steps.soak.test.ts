import { killAtStepsOfSweep } from './sweep-steps.ts'

/** `HOLDFAST_FAULTS_OTHERS=1000` tests all steps. */
killAtStepsOfSweep(Number(process.env.HOLDFAST_FAULTS_OTHERS ?? 10))
