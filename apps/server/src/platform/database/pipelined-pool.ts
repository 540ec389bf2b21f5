import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type { Pool, PoolClient, QueryResult } from 'pg'

type Answer = Pick<QueryResult, 'command' | 'rowCount' | 'rows'>

const beginning = 'begin'
const beginningToRead = 'begin read only'
const nothingYet: Answer = { command: 'BEGIN', rowCount: 0, rows: [] }

/** Where a name can stand in a statement's text: a comment that `prepared` makes. */
const preparedName = /^\w+ \/\* prepared ([a-z0-9 ]+) \*\//

/**
 * The text of a statement that belongs to every call and needs no plan of its own for each value: each connection has
 * PostgreSQL parse it once. Not for lists whose best plan depends on the parameters.
 * @param name of this one text; another text under the same name is refused
 */
export const prepared = (name: string, text: string): string => text.replace(/^\w+/, `$& /* prepared ${name} */`)

const lastMark = ' /* last */'

/**
 * The text of a transaction's last statement: its commit is sent with it, and waited for as any other. Whoever executes
 * another statement in that transaction would do so outside of it.
 */
export const last = (text: string): string => text + lastMark

/**
 * A pool for Kysely whose transactions wait less often. What begins a transaction travels together with its first
 * statement, and the end of a transaction that only read is not waited for and travels with what the connection does next,
 * if that is at once: a transaction that reads with one statement waits for one answer, not for three. PostgreSQL answers
 * in order, so nothing overtakes them.
 * @param pool of connections with `pipeline: true`
 */
export const pipelinedPool = (pool: Pool): PostgresPool => {
  const known = new WeakMap<PoolClient, PostgresPoolClient>()
  return {
    connect: async () => {
      const client = await pool.connect()
      const connection = known.get(client) ?? pipelined(client)
      known.set(client, connection)
      return connection
    },
    end: () => pool.end(),
  }
}

const pipelined = (client: PoolClient): PostgresPoolClient => {
  let begun: Promise<unknown> = Promise.resolve()
  /** The end of this transaction, where it was sent already. */
  let ending: Promise<Answer> | undefined
  let onlyReads = false
  let isCorked = false
  /** Its transaction may be open still: whoever got it next would go on in it. */
  let isSpoilt = false

  /** Holds back what is sent, to go out in one packet with what follows. */
  const cork = (): void => {
    if (!isCorked) client.connection.stream.cork()
    isCorked = true
  }
  const uncork = (): void => {
    if (isCorked) client.connection.stream.uncork()
    isCorked = false
  }

  /** Holds it back until the others of the same turn are sent, too. */
  const corkForNow = (): void => {
    cork()
    process.nextTick(uncork)
  }

  const query = async (text: string, parameters: readonly unknown[]): Promise<Answer> => {
    if (text.startsWith(beginning)) {
      onlyReads = text.startsWith(beginningToRead)
      ending = undefined
      // Whatever follows, at least an end of the transaction, uncorks.
      cork()
      begun = client.query(text)
      // The first statement tells of its failure; without an account set, row-level security lets it do nothing.
      begun.catch(() => undefined)
      return nothingYet
    }
    const name = preparedName.exec(text)?.[1]
    const endsReading = onlyReads && text === 'commit'
    const isLast = text.endsWith(lastMark)
    // Without the mark: pg refuses a prepared statement whose text changes.
    const sent = isLast ? text.slice(0, -lastMark.length) : text
    if (endsReading) cork()
    else corkForNow()
    const answer =
      (text === 'commit' && ending) || client.query({ text: sent, values: [...parameters], ...(name ? { name } : {}) })
    if (isLast) {
      ending = client.query('commit')
      // Whoever waits for the end is told.
      ending.catch(() => undefined)
    }
    if (endsReading) {
      setImmediate(uncork)
      // Nothing is lost when it fails; a connection that broke leaves the pool by itself.
      answer.catch(() => undefined)
      return nothingYet
    }
    const [, result] = await Promise.all([begun, answer]).catch((error: unknown) => {
      if (text === 'commit' || text === 'rollback') isSpoilt = true
      throw error
    })
    // PostgreSQL answers the commit of a transaction in which a statement failed with ROLLBACK, and no error.
    if (text === 'commit' && result.command !== 'COMMIT') throw new RolledBack()
    return result
  }

  return { query: query as PostgresPoolClient['query'], release: () => client.release(isSpoilt) }
}

/** A statement of the transaction failed and nobody minded; what the others changed is gone. */
class RolledBack extends Error {
  override readonly name = 'RolledBack'

  constructor() {
    super('The transaction was rolled back at its commit: one of its statements had failed')
  }
}
