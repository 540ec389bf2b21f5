import type { Client, QueryConfig } from 'pg'
import type { FoundDatabase, InstallationRecord } from './parts.ts'

/** Whether an object exists; used for recordings that the database has processed. */
type HasObject = (key: string) => Promise<boolean>

/** 'inst' in ASCII: distinguishes this advisory lock from others in the database. */
const lockKey = 0x696e7374
/** Longer than another process takes to migrate: a waiting process must not give up before, nor wait for ever. */
const lockTimeoutMs = 600_000

/** Waits for a lock, held until `owner` disconnects: processes that start together compare and create the parts one after the other. */
export const lockInstallation = async (owner: Client): Promise<void> => {
  const lock: QueryConfig & { query_timeout: number } = {
    text: 'select pg_advisory_lock($1)',
    values: [lockKey],
    query_timeout: lockTimeoutMs,
  }
  await owner.query(lock)
}

/** Reads what the database records of its installation. Changes nothing. */
export const readDatabase = async (owner: Client, hasObject: HasObject): Promise<FoundDatabase> => {
  const { rows } = await owner.query<{ has_record: boolean; has_schema: boolean }>(
    `select to_regclass('app.installation') is not null as has_record, to_regclass('app.clients') is not null as has_schema`,
  )
  const record = rows[0]?.has_record ? await readRecord(owner) : null
  if (record) return { state: 'named', ...record }
  if (!rows[0]?.has_schema) return { state: 'new' }
  return { state: 'unnamed', wrappedBy: await readWrappedBy(owner), lacksObject: await findLacking(owner, hasObject) }
}

const readRecord = async (owner: Client): Promise<InstallationRecord | null> => {
  const { rows } = await owner.query<InstallationRecord>(
    `select installation_id as id, master_key as "masterKey", former_master_keys as "formerMasterKeys",
      completed_at is not null as "isComplete" from app.installation`,
  )
  return rows[0] ?? null
}

/** Wrapped values name the fingerprint of their master (platform/keys/wrapping.ts). */
const readWrappedBy = async (owner: Client): Promise<string[]> => {
  const { rows } = await owner.query<{ fingerprint: string }>(
    `select split_part(private_key_wrapped, '.', 2) as fingerprint from app.client_keys
      union select split_part(secret_wrapped, '.', 2) from app.account_secrets`,
  )
  return rows.map(({ fingerprint }) => fingerprint)
}

/** One object may be damaged. If none of several exists, the store is another one, or empty. */
const findLacking = async (owner: Client, hasObject: HasObject): Promise<string | null> => {
  const { rows } = await owner.query<{ s3_path: string }>(
    `select s3_path from app.payloads where payload_state = 'Processed' and s3_path is not null limit 5`,
  )
  for (const { s3_path } of rows) if (await hasObject(s3_path)) return null
  return rows[0]?.s3_path ?? null
}

export const insertRecord = async (owner: Client, id: string, masterKey: string): Promise<void> => {
  await owner.query(
    `insert into app.installation (installation_id, master_key, former_master_keys, created_at) values ($1, $2, '{}', now())`,
    [id, masterKey],
  )
}

export const completeRecord = async (owner: Client): Promise<void> => {
  await owner.query('update app.installation set completed_at = now() where completed_at is null')
}

/** Records a new master key, which the operator put before the previous one. */
export const replaceMasterKey = async (owner: Client, masterKey: string): Promise<void> => {
  await owner.query(
    `update app.installation set master_key = $1, former_master_keys = former_master_keys || master_key
      where master_key <> $1`,
    [masterKey],
  )
}
