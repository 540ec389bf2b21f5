import { alertConditionNames, alertConditions } from '@holdfast/contract'
import { alertInWords } from '@holdfast/words'
import { messages as english } from '@holdfast/words/en-gb'
import { messages as portuguese } from '@holdfast/words/pt-br'
import { createIntl } from 'react-intl'
import { describe, expect, it } from 'vitest'
import type { FindText } from '../i18n/text.ts'

const failures: string[] = []
const finder = (locale: string, messages: Record<string, string>): FindText => {
  const intl = createIntl({ locale, messages, onError: ({ message }) => failures.push(message) })
  return (id, values) => (id in messages ? (intl.formatMessage({ id }, values ?? {}) as string) : undefined)
}

const told = { alert_subject: 'Stored subject', alert_message: 'Stored message' }
const asIs = (day: string) => day

describe.each([
  ['en-GB', finder('en-GB', english), '80 % of the licences for Videos are in use'],
  ['pt-BR', finder('pt-BR', portuguese), /^80 % das licenças .*Vídeos/],
])('in %s', (_, find, expected) => {
  it('every condition says what happened with the values that it has, and has a name', () => {
    for (const condition of alertConditionNames) {
      const condition_values = Object.fromEntries(alertConditions[condition].values.map((name) => [name, '7']))
      const { subject, message } = alertInWords({ condition, condition_values, ...told }, find, asIs)
      expect(`${subject} ${message}`).not.toContain('{')
      expect(find(`alerts.condition_${condition}`)).toBeTruthy()
    }
    expect(failures).toEqual([])
  })

  it('services are called as everywhere, and alerts of people have their own texts', () => {
    const condition_values = { service: 'videos', percent: '80' }
    const { subject } = alertInWords({ condition: 'licences_near_limit', condition_values, ...told }, find, asIs)
    expect(subject).toMatch(expected)
    const own = alertInWords({ condition: 'raised_by_hand', condition_values: {}, ...told }, find, asIs)
    expect(own).toEqual({ subject: 'Stored subject', message: 'Stored message' })
  })

  it('staff of the provider are named without their prefix', () => {
    const condition_values = { person: 'admin/nadia.osei' }
    const { subject } = alertInWords({ condition: 'support_used', condition_values, ...told }, find, asIs)
    expect(subject).toContain('nadia.osei')
    expect(subject).not.toContain('admin/')
  })
})
