import { StartFailure } from '../embedded/start-failure.ts'
import type { Settings } from '../platform/settings/index.ts'

/** Requires DATABASE_URL: only `holdfast start` brings its own PostgreSQL. */
export function withDatabase(settings: Settings): Settings & { databaseUrl: string } {
  const { databaseUrl } = settings
  if (!databaseUrl) {
    throw new StartFailure('Set DATABASE_URL: only "holdfast start" brings a PostgreSQL of its own.')
  }
  return { ...settings, databaseUrl }
}
