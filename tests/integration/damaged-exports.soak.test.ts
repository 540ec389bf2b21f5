import { migrateDamagedFiles } from './damaged-exports.ts'

migrateDamagedFiles(Number(process.env.HOLDFAST_DAMAGED_FILES ?? 10_000))
