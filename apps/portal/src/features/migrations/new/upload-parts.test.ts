import { expect, test } from 'vitest'
import { contentOf, partBytes, partsOf, problemOfFile, withFiles } from './upload-parts.ts'

/** A file that claims a size, because the content does not matter. */
const sized = (size: number): File => Object.defineProperty(new File([], 'payloads.csv'), 'size', { value: size })

test('a file is cut into parts that make it up again', async () => {
  expect(partsOf(sized(1)).length).toBe(1)
  expect(partsOf(sized(partBytes)).length).toBe(1)
  expect(partsOf(sized(partBytes + 1)).map(({ part, parts }) => [part, parts])).toEqual([
    [1, 2],
    [2, 2],
  ])
  const file = new File([new Uint8Array(partBytes), 'end'], 'media.wav')
  const contents = partsOf(file).map(contentOf)
  expect(contents.map(({ size }) => size)).toEqual([partBytes, 3])
  expect(await contents[1]?.text()).toBe('end')
})

test.each([
  ['users.csv', 1, null],
  ['users.csv', 0, 'empty'],
  ['../users.csv', 1, 'bad_name'],
  ['a/users.csv', 1, 'bad_name'],
  ['tab\t.csv', 1, 'bad_name'],
  ['Gravação 1.m4a', 1, null],
])('the file %s of %i bytes: %s', (name, size, problem) => {
  expect(problemOfFile({ name, size })).toBe(problem)
})

test('a file that is chosen again replaces the one before', () => {
  const first = new File(['1'], 'users.csv')
  const second = new File(['2'], 'users.csv')
  const other = new File(['3'], 'groups.csv')
  expect(withFiles([first, other], [second])).toEqual([other, second])
})
