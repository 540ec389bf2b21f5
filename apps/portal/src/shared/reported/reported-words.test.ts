import { voiceSources } from '@holdfast/contract'
import type { FindText } from '@holdfast/words'
import { messages as english } from '@holdfast/words/en-gb'
import { messages as portuguese } from '@holdfast/words/pt-br'
import { createIntl } from 'react-intl'
import { expect, test } from 'vitest'
import { type ReportedKind, reportedWords } from './reported-words.ts'

const finder = (locale: string, messages: Record<string, string>): FindText => {
  const intl = createIntl({ locale, messages })
  return (id) => (id in messages ? intl.formatMessage({ id }) : undefined)
}
const inEnglish = finder('en-GB', english)
const inPortuguese = finder('pt-BR', portuguese)

test.each<[ReportedKind, string, string, string]>([
  ['provider', 'fused', 'Combined sources', 'Fontes combinadas'],
  ['battery_health', 'good', 'Good', 'Boa'],
  ['battery_health', 'BATTERY_HEALTH_OVER_VOLTAGE', 'Over voltage', 'Sobretensão'],
  ['network', 'NR', '5G (NR)', '5G (NR)'],
  ['network', 'lte', '4G (LTE)', '4G (LTE)'],
  ['network', 'HSPA+', '3G (HSPA+)', '3G (HSPA+)'],
  ['network', 'NETWORK_TYPE_TD-SCDMA', '3G (TD-SCDMA)', '3G (TD-SCDMA)'],
  ['permission', 'android.permission.RECORD_AUDIO', 'Microphone', 'Microfone'],
  ['voice_source', 'HEADSET', 'Headset', 'Fone de ouvido'],
])('a reported %s of %s is shown in words', (kind, value, english, portuguese) => {
  expect(reportedWords(inEnglish, kind, value)).toBe(english)
  expect(reportedWords(inPortuguese, kind, value)).toBe(portuguese)
})

test.each<[ReportedKind, string]>([
  ['provider', 'Galileo beacon'],
  ['network', '6G'],
  ['permission', 'com.example.permission.PRINT'],
  ['permission', 'CAMERA.toString'],
  ['battery_health', ''],
])('a reported %s of %j that is not known is shown as it is', (kind, value) => {
  expect(reportedWords(inEnglish, kind, value)).toBe(value)
})

test('every voice source has a translation', () => {
  for (const source of voiceSources) expect(reportedWords(inEnglish, 'voice_source', source)).not.toBe(source)
})
