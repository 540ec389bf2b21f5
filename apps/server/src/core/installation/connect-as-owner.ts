import { Client } from 'pg'
import { SettingsError } from '../../platform/settings/index.ts'

/** Longer than a running server takes to answer. */
const connectionTimeoutMillis = 10_000
const query_timeout = 30_000

/**
 * Connects to the database that DATABASE_URL names.
 * @throws SettingsError one line with the system's reason; it never repeats the URL, which contains a password
 */
export const connectAsOwner = async (connectionString: string): Promise<Client> => {
  const client = new Client({ connectionString, connectionTimeoutMillis, query_timeout })
  // A broken connection fails the next query, so the event needs no other handling.
  client.on('error', () => undefined)
  try {
    await client.connect()
    return client
  } catch (error) {
    await client.end().catch(() => undefined)
    const { code, message } = error as NodeJS.ErrnoException
    throw new SettingsError(
      `DATABASE_URL: PostgreSQL at ${client.host}:${client.port} can't be used (${message || code || 'no reason told'}).`,
    )
  }
}

/** Where the database is, for messages. */
export const locationOf = ({ host, port, database }: Client): string => `${database ?? ''} at ${host}:${port}`
