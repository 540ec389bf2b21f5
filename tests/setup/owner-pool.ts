import pg from 'pg'

/**
 * Connections of a test as the database's owner. Its errors are ignored, because `end` does not wait until the
 * connections are closed: those of a database that is dropped next report an error that nobody else listens to.
 */
export const ownerPool = (connectionString: string, options: Omit<pg.PoolConfig, 'connectionString'> = {}): pg.Pool => {
  const pool = new pg.Pool({ ...options, connectionString })
  const ignore = () => undefined
  pool.on('error', ignore)
  pool.on('connect', (connection) => connection.on('error', ignore))
  return pool
}
