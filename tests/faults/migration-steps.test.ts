import { killAtStepsOfMigration } from './migration-steps.ts'

killAtStepsOfMigration(5)
