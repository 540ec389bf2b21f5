import { migrateDamagedFiles } from './damaged-exports.ts'

migrateDamagedFiles(150)
