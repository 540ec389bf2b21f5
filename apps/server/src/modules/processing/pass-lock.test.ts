import { expect, test } from 'vitest'
import { PassLock } from './pass-lock.ts'

/** Passes that note when they begin, and last until the test ends them. */
class Passes {
  readonly begun: string[] = []
  readonly #ends = new Map<string, PromiseWithResolvers<string>>()

  of(name: string): () => Promise<string> {
    return () => {
      this.begun.push(name)
      const end = Promise.withResolvers<string>()
      this.#ends.set(name, end)
      return end.promise
    }
  }

  async end(name: string): Promise<void> {
    this.#ends.get(name)?.resolve(name)
    await settled()
  }

  async fail(name: string): Promise<void> {
    this.#ends.get(name)?.reject(new Error(name))
    await settled()
  }
}

const settled = () => new Promise((resolve) => setImmediate(resolve))

test('shared passes run at the same time; an exclusive one waits for them, and later ones wait for it', async () => {
  const lock = new PassLock()
  const passes = new Passes()
  const ends = [lock.shared(passes.of('one')), lock.shared(passes.of('two'))]
  await settled()
  ends.push(
    lock.exclusive(passes.of('alone')),
    lock.shared(passes.of('three')),
    lock.exclusive(passes.of('also alone')),
  )
  await settled()
  expect(passes.begun).toEqual(['one', 'two'])
  await passes.end('one')
  expect(passes.begun).toEqual(['one', 'two'])
  await passes.end('two')
  expect(passes.begun.slice(2)).toEqual(['alone'])
  await passes.end('alone')
  // A later exclusive pass goes before shared ones that already wait.
  expect(passes.begun.slice(3)).toEqual(['also alone'])
  await passes.end('also alone')
  await passes.end('three')
  expect(await Promise.all(ends)).toEqual(['one', 'two', 'alone', 'three', 'also alone'])
})

test('a pass that fails does not block the next ones', async () => {
  const lock = new PassLock()
  const passes = new Passes()
  const messageOf = (end: Promise<string>) => end.catch((error: Error) => error.message)
  const failures = [messageOf(lock.shared(passes.of('one')))]
  await settled()
  failures.push(messageOf(lock.exclusive(passes.of('alone'))))
  await settled()
  await passes.fail('one')
  await passes.fail('alone')
  expect(await Promise.all(failures)).toEqual(['one', 'alone'])
  const last = lock.shared(passes.of('last'))
  await settled()
  await passes.end('last')
  expect(await last).toBe('last')
})
