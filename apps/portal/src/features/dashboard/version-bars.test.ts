import { expect, it } from 'vitest'
import { versionBars } from './version-bars.ts'

const versions = [3, 9, 1, 7, 5, 2, 4].map((count) => ({ version: `1.${count}`, count }))

it('the most frequent versions lead to their devices, and the others together to theirs', () => {
  const bars = versionBars('app', versions)
  expect(bars.map(({ version, count }) => [version, count])).toEqual([
    ['1.9', 9],
    ['1.7', 7],
    ['1.5', 5],
    ['1.4', 4],
    ['1.3', 3],
    [null, 3],
  ])
  expect(bars[0]?.filter).toEqual({ app_versions: ['1.9'], is_deactivated: 'false' })
  expect(bars.at(-1)?.filter).toEqual({
    other_app_versions: ['1.9', '1.7', '1.5', '1.4', '1.3'],
    is_deactivated: 'false',
  })
})

it('there are no others where all are shown', () => {
  expect(versionBars('os', versions.slice(0, 5))).toHaveLength(5)
  expect(versionBars('os', [])).toEqual([])
})
