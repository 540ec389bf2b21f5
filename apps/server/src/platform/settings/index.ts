export { InstallationError } from './installation-error.ts'
export { readSettings, type Settings, SettingsError, settingTable } from './settings.ts'
export { unknownSettings } from './unknown-settings.ts'
