import { expect, it } from 'vitest'
import type { MessageId } from '../../shared/i18n/text.ts'
import { heldNeeds } from './held-needs.ts'
import type { Figure, Need } from './needs.ts'

const figure = (label: MessageId, total = 1): Figure => ({ label, count: { total }, tone: 'warn', to: '/', filter: {} })
const need = (title: MessageId, ...figures: Figure[]): Need => ({ title, figures })
const nothingLeft = (label: MessageId): Figure => ({ ...figure(label, 0), tone: 'neutral' })

it('rows keep their places: new ones wait, and those of which nothing is left stay', () => {
  const held = [need('page.own_reviews', figure('overview.to_review')), need('page.devices', figure('page.devices'))]
  const needs = [
    need('page.support_access', figure('overview.to_decide')),
    need('page.devices', figure('page.devices', 3)),
  ]
  expect(heldNeeds(held, needs)).toEqual({
    shown: [
      need('page.own_reviews', nothingLeft('overview.to_review')),
      need('page.devices', figure('page.devices', 3)),
    ],
    arrived: 1,
  })
})

it('figures keep their places in their row', () => {
  const held = [need('overview.failed', figure('page.calls'), figure('page.videos'))]
  const needs = [need('overview.failed', figure('page.photos'), figure('page.videos', 2))]
  expect(heldNeeds(held, needs)).toEqual({
    shown: [need('overview.failed', nothingLeft('page.calls'), figure('page.videos', 2))],
    arrived: 1,
  })
})

it('what comes back stands in its place and is not new', () => {
  const held = [need('overview.failed', figure('page.calls', 5))]
  expect(heldNeeds(held, []).shown).toEqual([need('overview.failed', nothingLeft('page.calls'))])
  const again = [need('overview.failed', figure('page.calls', 2))]
  expect(heldNeeds(held, again)).toEqual({ shown: again, arrived: 0 })
})

it('nothing is shown and nothing waits in the beginning', () => {
  expect(heldNeeds([], [])).toEqual({ shown: [], arrived: 0 })
})
