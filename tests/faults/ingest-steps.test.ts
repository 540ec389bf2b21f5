import { killAtStepsOfIngest } from './ingest-steps.ts'

killAtStepsOfIngest(1)
