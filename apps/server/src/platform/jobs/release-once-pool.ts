import { Pool, type PoolClient } from 'pg'

type Callback = Parameters<typeof Pool.prototype.connect>[0]

/**
 * A pool in which releasing a connection twice has no effect, where pg-pool throws. graphile-worker 0.17 releases its listening
 * connection twice if that connection breaks while the queue stops. It does not catch the error, and an unhandled rejection
 * ends the process.
 */
export class ReleaseOncePool extends Pool {
  override connect(): Promise<PoolClient>
  override connect(callback: Callback): void
  override connect(callback?: Callback): Promise<PoolClient> | undefined {
    if (!callback) return super.connect().then(releasedOnce)
    super.connect((error, connection, done) => {
      if (!connection) return callback(error, connection, done)
      callback(error, releasedOnce(connection), connection.release)
    })
    return undefined
  }
}

const releasedOnce = (connection: PoolClient): PoolClient => {
  const release = connection.release.bind(connection)
  let isReleased = false
  connection.release = (error) => {
    if (!isReleased) release(error)
    isReleased = true
  }
  return connection
}
