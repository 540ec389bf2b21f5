import { Client } from 'pg'
import { SettingsError } from '../settings/index.ts'

/** As long as a server that is there takes to answer. */
const connectionTimeoutMillis = 10_000
const query_timeout = 30_000

/**
 * Connects to the database that DATABASE_URL names.
 * @throws SettingsError one line with the system's word for why; it never repeats the address, which holds a password
 */
export const connectAsOwner = async (connectionString: string): Promise<Client> => {
  const client = new Client({ connectionString, connectionTimeoutMillis, query_timeout })
  // A connection that breaks fails the next query; nobody else has to hear of it.
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

/** Where the database is, for people. */
export const placeOf = ({ host, port, database }: Client): string => `${database ?? ''} at ${host}:${port}`
