import { createIntl } from 'react-intl'
import { expect, test } from 'vitest'
import { catalogueSource } from '../build/compiled-messages.ts'
import { messages as english } from '../src/shared/i18n/en-gb/index.ts'
import { messages as portuguese } from '../src/shared/i18n/pt-br/index.ts'

test.each([
  ['en-GB', english],
  ['pt-BR', portuguese],
] as const)('compiled messages of %s say what their texts say', async (locale, texts) => {
  const source = `data:text/javascript,${encodeURIComponent(catalogueSource(texts))}`
  const { messages: compiled } = (await import(source)) as { messages: Record<string, never> }
  const fromTexts = createIntl({ locale, messages: texts })
  const fromCompiled = createIntl({ locale, messages: compiled })
  for (const id of Object.keys(texts)) {
    const filled = Object.fromEntries(
      [...texts[id as keyof typeof texts].matchAll(/\{(\w+)/g)].map(([, name]) => [name, 3]),
    )
    expect(fromCompiled.formatMessage({ id }, filled)).toBe(fromTexts.formatMessage({ id }, filled))
  }
})
