import { killAtStepsOfMigration } from './migration-steps.ts'

killAtStepsOfMigration(Number(process.env.HOLDFAST_FAULTS_OTHERS ?? 30))
