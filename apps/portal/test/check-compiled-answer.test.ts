import { type CallDeclaration, calls } from '@holdfast/contract'
import { expect, test } from 'vitest'
import { checkAnswer } from '../src/shared/api/check-answer.ts'
import { checkAnswer as checkCompiledAnswer } from '../src/shared/api/check-compiled-answer.ts'

const { getUrl } = calls

/** The call as the built portal declares it. */
const built = {
  ...getUrl,
  response: async () => ({
    hasShape: (data: unknown) => typeof data === 'object' && data !== null && 'url' in data,
    schema: async () => getUrl.response,
  }),
} as unknown as CallDeclaration

test.each([{ url: 'https://id.example' }, '{"url":"https://id.example"}'])(
  '%j is given as what it says',
  async (received) => {
    expect(await checkCompiledAnswer(built, received)).toEqual({ url: 'https://id.example' })
  },
)

test.each([{ address: 1 }, 'not JSON', null])('%j is refused in the words of the schema library', async (received) => {
  const words = await checkAnswer(getUrl, received).catch((error: Error) => error.message)
  expect(words).toContain('GET /url')
  await expect(checkCompiledAnswer(built, received)).rejects.toThrow(words as string)
})
