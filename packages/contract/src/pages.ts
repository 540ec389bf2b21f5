import { type Static, type TProperties, type TSchema, Type } from 'typebox'

/** QueryResultType (rules-and-calls section 4). */
export const QueryResultType = Type.Enum(['page', 'total'], { default: 'page' })

const pageFields = {
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 50 })),
  last_key: Type.Optional(Type.String({ minLength: 1, maxLength: 2048 })),
  query_result_type: Type.Optional(QueryResultType),
}

/**
 * The query of every list: filters in bracket notation, and keyset pages of 1 to 100 rows (default 50).
 * `last_key` is opaque and signed; pass the one that the previous page returned.
 */
export const listQuery = <F extends TProperties>(filter: F) =>
  Type.Object({ filter: filterOf(filter), ...pageFields }, { additionalProperties: false })

/** The query of a list in either order of its date: newest first by default. */
export const sortedListQuery = <F extends TProperties>(filter: F) =>
  Type.Object(
    { filter: filterOf(filter), sort: Type.Optional(Type.Enum(['desc', 'asc'], { default: 'desc' })), ...pageFields },
    { additionalProperties: false },
  )

const filterOf = <F extends TProperties>(filter: F) =>
  Type.Optional(Type.Object(filter, { additionalProperties: false }))

/** A page of a list: `count` is the number of rows on this page; `last_key` is null on the last page. */
export const pageOf = <T extends TSchema>(item: T) =>
  Type.Object({
    items: Type.Array(item),
    count: Type.Integer({ minimum: 0 }),
    last_key: Type.Union([Type.String(), Type.Null()]),
  })

/** The response to `query_result_type=total`. Where counting would need a long scan, it stops at 10,000 and says so. */
export const ListTotal = Type.Object(
  {
    total: Type.Integer({ minimum: 0 }),
    is_capped: Type.Optional(Type.Boolean({ description: 'true: the count stopped at `total`, and there are more' })),
  },
  { title: 'ListTotal', description: 'How many rows a list has.' },
)
export type ListTotal = Static<typeof ListTotal>

/** A list returns a page, or a total on request. */
export const listOf = <T extends TSchema>(item: T) => Type.Union([pageOf(item), ListTotal])
