import { expect, it, vi } from 'vitest'
import { batched } from './batched.ts'

const namesOf = async (keys: readonly string[]) =>
  new Map(keys.filter((key) => key !== 'nobody').map((key) => [key, `name of ${key}`]))

it('what is asked for at the same moment is read together, each key once', async () => {
  const read = vi.fn(namesOf)
  const ask = batched(read, 2)
  const answers = await Promise.all(['ada', 'bo', 'ada', 'nobody'].map(ask))
  expect(answers).toEqual(['name of ada', 'name of bo', 'name of ada', undefined])
  expect(read.mock.calls).toEqual([[['ada', 'bo']], [['ada', 'nobody']]])
  await ask('cy')
  expect(read).toHaveBeenCalledTimes(3)
})

it('a failure reaches everybody who asked, and nobody who asks later', async () => {
  const read = vi.fn(namesOf).mockRejectedValueOnce(new Error('away'))
  const ask = batched(read, 2)
  const asked = await Promise.allSettled(['ada', 'bo'].map(ask))
  expect(asked.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await ask('ada')).toBe('name of ada')
})
