import { describe, expect, it } from 'vitest'
import { queryBreaches } from '../distribution/query-breaches.ts'

const tables = new Set(['payloads', 'groups', 'roles', 'payload_counters'])
const read = (text: string) => queryBreaches(text, tables)

describe('a query that follows the rules has no breach', () => {
  it.each([
    ['a table bound to the client', 'select * from payloads where client = $1 and payload_type = $2'],
    ['a table that belongs to no account', 'select * from clients'],
    [
      'both sides of a join',
      'select 1 from payloads p join groups g on g.client = $2 and g.x = p.x where p.client = $1',
    ],
    [
      'a lateral probe',
      'select 1 from unnest($1::text[]) g cross join lateral (select 1 from payloads p where p.client = $2 and p.x = g limit 1) q',
    ],
    [
      'a counter',
      'insert into payload_counters (client, payloads) values ($1, 1) on conflict (client) do update set payloads = payload_counters.payloads + excluded.payloads',
    ],
    ['an update with now()', 'update payloads set updated_at = now() where client = $1'],
  ])('%s', async (_name, text) => {
    expect(await read(text)).toEqual([])
  })
})

describe('a breach is named', () => {
  it.each([
    ['no client at all', 'select * from payloads where x = $1', 'payloads is not bound'],
    ['client in an OR', 'select * from payloads where client = $1 or true', 'payloads is not bound'],
    [
      'client compared with another column',
      'select 1 from payloads p join groups g on g.client = p.client where p.client = $1',
      'groups is not bound',
    ],
    [
      'an unbound subquery',
      'select 1 from payloads where client = $1 and exists (select 1 from roles)',
      'roles is not bound',
    ],
    ['an unbound delete', 'delete from groups where x = $1', 'groups is not bound'],
    ['an insert without client', 'insert into groups (x) values ($1)', 'inserted without client'],
    [
      'now() on conflict',
      'insert into groups (client) values ($1) on conflict (client) do update set x = now()',
      'ON CONFLICT sets now()',
    ],
    ['a volatile update', 'update groups set x = random() where client = $1', 'UPDATE sets random()'],
    ['insert select', 'insert into groups (client) select client from roles where client = $1', 'without RETURNING'],
    ['offset', 'select * from groups where client = $1 offset 10', 'OFFSET'],
  ])('%s', async (_name, text, breach) => {
    expect((await read(text)).join('\n')).toContain(breach)
  })
})
