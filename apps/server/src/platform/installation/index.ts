export { settleInstallation } from './settle-installation.ts'
