import { type ErrorCode, ProductError } from '@holdfast/contract'
import { type Kysely, type Selectable, sql, type Updateable } from 'kysely'
import { type HistoryKind, keepAbsence, keepFormer } from './access-history.ts'
import type { Tables } from './tables.ts'
import type { TenantTransaction } from './tenant-transaction.ts'

/** Tables whose rows people edit: each edit increments `version`. */
type VersionedName = {
  [T in keyof Tables]: Tables[T] extends { version: unknown; updated_at: unknown; updated_by: unknown } ? T : never
}[keyof Tables]

type ColumnOf<T extends VersionedName> = keyof Selectable<Tables[T]> & string

type Values<T extends VersionedName> = Omit<
  Updateable<Tables[T]>,
  'client' | 'created_at' | 'updated_at' | 'updated_by' | 'version'
>

interface Definition<T extends VersionedName, C extends ColumnOf<T>> {
  table: T
  /** Identifies a row within its account; `client` for a table with one row per account. */
  key: NoInfer<C>
  columns: readonly C[]
  /** The error if the row exists already, for example because somebody else created it at the same time. */
  whenExists?: ErrorCode
  /** For records that decide access: the columns that do, which are kept as they were before each change. */
  history?: { kind: HistoryKind; columns: readonly NoInfer<C>[] }
}

/** Who changed a row last, and when. */
export interface LastChange {
  reference: string
  updated_by: string
  updated_at: string
}

/** The rows of a table that people create, replace and delete. Callers compare versions with `assertVersion`. */
export interface VersionedTable<Row, Fields> {
  /** All rows of the account. */
  select(tx: TenantTransaction): ReturnType<typeof selectRows<Row>>
  find(tx: TenantTransaction, reference: string): Promise<Row | undefined>
  /** The last changes of those of these rows that exist. */
  lastChanges(tx: TenantTransaction, references: readonly string[]): Promise<LastChange[]>
  /** Finds a row and locks it: nobody else can change or delete it until this transaction ends. */
  lock(tx: TenantTransaction, reference: string): Promise<Row | undefined>
  /** @throws ProductError `edit.conflict`, or `whenExists`, if the row exists already */
  insert(tx: TenantTransaction, reference: string, fields: Fields, updated_by: string): Promise<Row>
  /** Replaces fields of a locked row. */
  replace(tx: TenantTransaction, reference: string, fields: Fields, updated_by: string): Promise<Row>
  remove(tx: TenantTransaction, reference: string): Promise<void>
}

/** Kysely can't type a table that is a parameter. `Definition` and `VersionedTable` have the types instead. */
type AnyTable = { record: Record<string, unknown> }

const anyTable = (tx: TenantTransaction) => tx.db as unknown as Kysely<AnyTable>

const selectRows = <Row>(tx: TenantTransaction, table: 'record', columns: readonly string[]) =>
  anyTable(tx).selectFrom(table).select(columns).where('client', '=', tx.client).$castTo<Row>()

export const versionedTable = <T extends VersionedName, C extends ColumnOf<T>>({
  key,
  columns,
  whenExists = 'edit.conflict',
  history,
  ...definition
}: Definition<T, C>): VersionedTable<Pick<Selectable<Tables[T]>, C>, Values<T>> => {
  type Row = Pick<Selectable<Tables[T]>, C>
  const table = definition.table as unknown as 'record'
  const identity = (tx: TenantTransaction, reference: string) => ({ [key]: reference, client: tx.client })
  const select = (tx: TenantTransaction) => selectRows<Row>(tx, table, columns)
  const one = (tx: TenantTransaction, reference: string) => select(tx).where((eb) => eb.and(identity(tx, reference)))
  const keep = async (tx: TenantTransaction, reference: string): Promise<void> => {
    if (!history) return
    const record = sql`jsonb_build_object(${sql.join(history.columns.flatMap((column) => [sql.lit(column), sql.ref(column)]))})`
    const former = sql`select ${sql.ref(key)} as reference, ${record} as record from ${sql.table(table)}
      where client = ${tx.client} and ${sql.ref(key)} = ${reference}`
    await keepFormer(tx, history.kind, former)
  }
  return {
    select,
    find: (tx, reference) => one(tx, reference).executeTakeFirst(),
    lastChanges: (tx, references) =>
      anyTable(tx)
        .selectFrom(table)
        .select([`${key} as reference`, 'updated_by', 'updated_at'])
        .where('client', '=', tx.client)
        .where(key as string, 'in', references)
        .$castTo<LastChange>()
        .execute(),
    lock: (tx, reference) => one(tx, reference).forUpdate().executeTakeFirst(),
    insert: async (tx, reference, fields, updated_by) => {
      if (history) await keepAbsence(tx, history.kind, reference)
      const row = await anyTable(tx)
        .insertInto(table)
        .values({ ...identity(tx, reference), ...fields, created_at: tx.now, updated_at: tx.now, updated_by })
        .onConflict((conflict) => conflict.columns(Object.keys(identity(tx, reference))).doNothing())
        .returning(columns)
        .$castTo<Row>()
        .executeTakeFirst()
      if (!row) throw new ProductError(whenExists)
      return row
    },
    replace: async (tx, reference, fields, updated_by) => {
      await keep(tx, reference)
      return anyTable(tx)
        .updateTable(table)
        .set((eb) => ({ ...fields, updated_at: tx.now, updated_by, version: eb('version', '+', 1) }))
        .where((eb) => eb.and(identity(tx, reference)))
        .returning(columns)
        .$castTo<Row>()
        .executeTakeFirstOrThrow()
    },
    remove: async (tx, reference) => {
      await keep(tx, reference)
      await anyTable(tx)
        .deleteFrom(table)
        .where((eb) => eb.and(identity(tx, reference)))
        .execute()
    },
  }
}
