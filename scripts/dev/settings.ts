import { readSettings, type Settings } from '../../apps/server/src/platform/settings/index.ts'

/** They differ from those of `npm start`, so that both can run at the same time with data of their own. */
const developmentDefaults = { HOLDFAST_HOME: '.holdfast-dev', HOLDFAST_PORT: '4410' }

/** The settings of `npm run dev`, which environment variables override. */
export const developmentSettings = (): Settings => readSettings({ ...developmentDefaults, ...process.env })
