import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { readAgain } from './read-again.ts'

test('what changes during the first read is shown', async () => {
  const client = new QueryClient()
  const queryKey = ['history']
  const answers: ((answer: string) => void)[] = []
  const queryFn = () => new Promise<string>((answer) => answers.push(answer))
  const shown: unknown[] = []
  const observer = new QueryObserver(client, { queryKey, queryFn })
  const stop = observer.subscribe(({ data, error }) => shown.push(error ?? data))
  await vi.waitFor(() => expect(answers).toHaveLength(1))
  readAgain(client, queryKey)
  await vi.waitFor(() => expect(answers).toHaveLength(2))
  answers[0]?.('before')
  answers[1]?.('after')
  await vi.waitFor(() => expect(shown).toContain('after'))
  expect(shown.filter((answer) => answer !== undefined)).toEqual(['after'])
  stop()
})

test('reads hidden queries again when they are shown, and leaves other queries alone', async () => {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: 60_000 } } })
  const reads: string[] = []
  const show = (...queryKey: string[]) => {
    const observer = new QueryObserver(client, {
      queryKey,
      queryFn: () => {
        reads.push(queryKey.join(' '))
        return reads.length
      },
    })
    return observer.subscribe(() => undefined)
  }
  show('audit', 'people')
  const hide = show('audit', 'everything')
  show('other')
  await vi.waitFor(() => expect(client.isFetching()).toBe(0))
  hide()
  reads.length = 0
  readAgain(client, ['audit'], { exact: false })
  await vi.waitFor(() => expect(client.isFetching()).toBe(0))
  expect(reads).toEqual(['audit people'])
  show('audit', 'everything')
  expect(reads).toEqual(['audit people', 'audit everything'])
})
