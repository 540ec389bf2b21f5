import type { AlertsChanged } from '@holdfast/contract'
import { expect, it } from 'vitest'
import { changeByAccount } from './change-by-account.ts'

it('sends the alerts of each account together, and has a result for each of them', async () => {
  const sent: [string, string[]][] = []
  const results = { a: 'changed', b: 'not_found', c: 'forbidden', d: 'conflict' } as const
  const items = await changeByAccount(['north a', 'south b', 'north c', 'south d'], async (client, references) => {
    sent.push([client, references])
    return {
      items: references.map((reference) => ({
        alert_reference: reference,
        result: results[reference as keyof typeof results],
        alert: null,
      })),
    } satisfies AlertsChanged
  })
  expect(sent).toEqual([
    ['north', ['a', 'c']],
    ['south', ['b', 'd']],
  ])
  expect(items).toMatchObject([
    { key: 'north a', result: 'changed' },
    { key: 'north c', result: 'refused', code: 'auth.forbidden' },
    { key: 'south b', result: 'refused', code: 'request.not_found' },
    { key: 'south d', result: 'refused', message: expect.any(String) },
  ])
})
