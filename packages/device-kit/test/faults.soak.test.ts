import { surviveRandomFaults } from './random-faults.ts'

surviveRandomFaults(400)
