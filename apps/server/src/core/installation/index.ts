export { prepareInstallation } from './prepare-installation.ts'
export { assertNotQuiet, QuietMode } from './quiet.ts'
