import { afterEach, expect, test, vi } from 'vitest'
import { noticeStack } from './notice-stack.ts'

const notice = (id: string) => ({ id, title: id, message: '', isFailure: false, autoCloseMs: 4000 })

afterEach(() => {
  for (const { id } of noticeStack.get()) noticeStack.dismiss(id)
})

test('the same words are shown once, and again after they went', () => {
  const listener = vi.fn()
  const unsubscribe = noticeStack.subscribe(listener)
  noticeStack.show(notice('a'))
  noticeStack.show(notice('a'))
  expect(noticeStack.get().map(({ id }) => id)).toEqual(['a'])
  expect(listener).toHaveBeenCalledTimes(1)
  noticeStack.dismiss('a')
  noticeStack.show(notice('a'))
  expect(noticeStack.get()).toHaveLength(1)
  unsubscribe()
})

test('others stay when one goes', () => {
  for (const id of ['a', 'b', 'c']) noticeStack.show(notice(id))
  noticeStack.dismiss('b')
  expect(noticeStack.get().map(({ id }) => id)).toEqual(['a', 'c'])
})
