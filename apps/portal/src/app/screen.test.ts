import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { screen } from './screen.ts'

test('a preloaded screen renders without suspending', async () => {
  const Overview = screen(async () => ({ default: () => createElement('h1', null, 'Overview') }))
  await Overview.preload()
  expect(renderToStaticMarkup(createElement(Overview))).toBe('<h1>Overview</h1>')
})
