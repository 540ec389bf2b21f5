import { readSettings, type Settings } from '../../apps/server/src/platform/settings/index.ts'

/** Not those of `npm start`, so that both can run and neither changes the other's data. */
const developmentDefaults = { HOLDFAST_HOME: '.holdfast-dev', HOLDFAST_PORT: '4410' }

/** The settings of `npm run dev`, which the environment may override. */
export const developmentSettings = (): Settings => readSettings({ ...developmentDefaults, ...process.env })
