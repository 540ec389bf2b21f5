import { killAtStepsOfIngest } from './ingest-steps.ts'

/** `HOLDFAST_FAULTS_OTHERS=1000` tests all steps. */
killAtStepsOfIngest(Number(process.env.HOLDFAST_FAULTS_OTHERS ?? 40))
