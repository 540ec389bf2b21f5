export { prepareInstallation } from './prepare-installation.ts'
