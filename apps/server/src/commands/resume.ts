import path from 'node:path'
import { Client } from 'pg'
import { withEmbeddedDatabase } from '../backup/embedded-database.ts'
import { recordForProvider } from '../backup/provider-trail.ts'
import { endQuiet, makeQuiet } from '../core/installation/quiet.ts'
import { openPlatform } from '../core/open-platform.ts'
import { embeddedDatabaseState } from '../embedded/postgres-location.ts'
import { recoverDestructions } from '../modules/destruction/index.ts'
import { currentTermsVersion } from '../modules/session/index.ts'
import type { Settings } from '../platform/settings/index.ts'
import { CommandFailure } from './command-failure.ts'

/** Connections of a database that is stopped afterwards are no warning. */
const logLevel = 'error'

/** `holdfast resume`: takes a restored copy into use. From then on it sends, destroys and takes from handsets again. */
export const resume = async (settings: Settings): Promise<void> => {
  const since = await withDatabase(settings, async (databaseUrl) => {
    const platform = await openPlatform({
      settings: { ...settings, databaseUrl, logLevel },
      termsVersion: currentTermsVersion,
    })
    try {
      await recoverDestructions(platform)
      const quietSince = await asOwner(databaseUrl, endQuiet)
      if (quietSince !== null) {
        await recordForProvider(platform, 'resume', 'installation.resumed', { quiet_since: quietSince })
      }
      return quietSince
    } finally {
      await platform.close()
    }
  })
  console.log(
    since === null
      ? 'This installation was not quiet. Nothing was changed.'
      : `This installation was quiet since ${since} and is in use again. Running workers follow within seconds.`,
  )
}

/** `holdfast quiet`: makes an installation quiet, such as a copy of your own PostgreSQL before it is started. */
export const quiet = async (settings: Settings): Promise<void> => {
  await withDatabase(settings, async (databaseUrl) => {
    const platform = await openPlatform({
      settings: { ...settings, databaseUrl, logLevel },
      termsVersion: currentTermsVersion,
    })
    try {
      await asOwner(databaseUrl, makeQuiet)
      await recordForProvider(platform, 'quiet', 'installation.quieted', {})
    } finally {
      await platform.close()
    }
  })
  console.log(
    'This installation is quiet: it sends nothing, destroys nothing and takes nothing from handsets until "holdfast resume".',
  )
}

const asOwner = async <T>(connectionString: string, work: (owner: Client) => Promise<T>): Promise<T> => {
  const owner = new Client({ connectionString })
  await owner.connect()
  try {
    return await work(owner)
  } finally {
    await owner.end()
  }
}

/** The one that DATABASE_URL names, or the embedded one. */
const withDatabase = async <T>(settings: Settings, work: (url: string) => Promise<T>): Promise<T> => {
  const { databaseUrl, home } = settings
  if (databaseUrl !== undefined) return work(databaseUrl)
  if (embeddedDatabaseState(path.resolve(home)) === 'new') {
    throw new CommandFailure(`HOLDFAST_HOME: there is no installation in ${home}.`)
  }
  return withEmbeddedDatabase(settings, console.log, ({ url }) => work(url))
}
