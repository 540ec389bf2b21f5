import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { addRule } from './add-rule.ts'
import { violations } from './axe.ts'
import { type ChooseLooks, phone } from './looks.ts'
import { settled } from './screens.ts'
import type { Visitor } from './visitor.ts'

const client = 'meridian'

/** A part of a screen that appears only after a click or an input. */
interface Part {
  name: string
  address: string
  /** Opens the part, and returns an element of it. */
  open: (page: Page) => Promise<Locator>
  /** The width of screen that has the part; undefined if all have it. */
  width?: number
}

const clicked = async (page: Page, button: RegExp | string, shown: Locator): Promise<Locator> => {
  await page.getByRole('button', { name: button }).first().click()
  return shown
}

const listOf = async (page: Page, field: string | RegExp): Promise<Locator> => {
  await page.getByRole('combobox', { name: field }).first().click()
  return page.getByRole('listbox').getByRole('option').first()
}

const reviewerParts: readonly Part[] = [
  {
    name: 'navigation',
    address: '/dashboard',
    open: (page) => clicked(page, 'Open navigation', page.getByRole('navigation').getByRole('link', { name: 'Calls' })),
    width: phone.width,
  },
  {
    name: 'keys',
    address: '/dashboard',
    open: async (page) => {
      await page.keyboard.press('Shift+?')
      return page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    },
  },
  {
    name: 'palette',
    address: '/dashboard',
    open: async (page) => {
      await page.keyboard.press('Control+k')
      await page.getByRole('textbox', { name: 'Search' }).fill('calls')
      return page.getByRole('dialog').getByRole('button', { name: /Calls/ })
    },
  },
  {
    name: 'person',
    address: '/dashboard',
    open: (page) =>
      clicked(
        page,
        'Your menu',
        page.getByRole('dialog', { name: 'Your menu' }).getByRole('button', { name: 'Log out' }),
      ),
  },
  {
    name: 'period',
    address: '/dashboard/services/calls',
    open: (page) => clicked(page, /^Period/, page.getByRole('dialog', { name: /^Period/ }).getByLabel('From')),
  },
  {
    name: 'filters',
    address: '/dashboard/services/calls',
    open: (page) => clicked(page, /^Filter/, page.getByRole('dialog')),
  },
]

const administratorParts: readonly Part[] = [
  {
    name: 'roles to choose from',
    address: '/dashboard/account/settings',
    open: (page) => listOf(page, 'Role'),
  },
  { name: 'roles of an app', address: '/dashboard/account/apps/create', open: (page) => listOf(page, 'Roles') },
  {
    name: 'actions of a role',
    address: '/dashboard/access/roles/create',
    open: async (page) => {
      await addRule(page)
      return listOf(page, /Action/)
    },
  },
  {
    name: 'kinds of a role',
    address: '/dashboard/access/roles/create',
    open: async (page) => {
      await page.getByRole('button', { name: /^Reviewer of…/ }).click()
      await page.getByText('Only some kinds', { exact: true }).click()
      return page.getByRole('columnheader', { name: 'Photo', exact: true }).getByRole('checkbox')
    },
  },
  { name: 'people and apps', address: '/dashboard/access/people', open: (page) => listOf(page, 'Person or app') },
  { name: 'kinds', address: '/dashboard/access/people', open: (page) => listOf(page, 'Kind') },
  {
    name: 'what can be done about a person',
    address: '/dashboard/access/people?filter[search]=olivia',
    open: (page) =>
      clicked(page, 'Manage olivia.hart', page.getByRole('dialog').getByRole('button', { name: 'Give this role' })),
  },
  {
    name: 'explanation',
    address: '/dashboard/access/people',
    open: async (page) => {
      await page.getByRole('combobox', { name: 'Person or app' }).fill('olivia.hart')
      await page.getByRole('button', { name: 'Why?' }).click()
      await page.getByRole('button', { name: /without effect/ }).click()
      return page.getByRole('status').getByRole('listitem').first()
    },
  },
  {
    name: 'explanation of what is allowed',
    address: '/dashboard/access/people',
    open: async (page) => {
      await page.getByRole('combobox', { name: 'Person or app' }).fill('olivia.hart')
      await page.getByRole('combobox', { name: 'Action' }).fill('change and delete roles')
      await page.getByRole('option').first().click()
      await page.getByRole('button', { name: 'Why?' }).click()
      return page.getByText('olivia.hart can do this')
    },
  },
  {
    name: 'question before something is deleted',
    address: '/dashboard/access/groups/Equities%20London',
    open: (page) => clicked(page, 'Delete', page.getByRole('dialog').getByRole('button', { name: 'Delete' })),
  },
  {
    name: 'question before something is lost',
    address: '/dashboard/access/groups/create',
    open: async (page) => {
      await page.getByRole('textbox', { name: 'Group', exact: true }).fill('Unsaved')
      await page.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('link').last().click()
      return page.getByRole('dialog').getByRole('button').first()
    },
  },
]

const people: readonly (readonly [string, readonly Part[]])[] = [
  ['ruth.castellan', reviewerParts],
  ['olivia.hart', administratorParts],
]

/** Opens every part in the chosen looks: axe finds no fault in it. */
export const checkOpenedParts = async (newVisitor: () => Promise<Visitor>, chooseLooks: ChooseLooks): Promise<void> => {
  const found: string[] = []
  for (const [person, parts] of people) {
    const visitor = await newVisitor()
    await visitor.signIn(client, person)
    for (const [index, part] of parts.entries()) {
      for (const { name, viewport, colorScheme } of chooseLooks(index, part.width)) {
        await visitor.page.setViewportSize(viewport)
        await visitor.page.emulateMedia({ colorScheme })
        const problems = await problemsOf(visitor.page, part)
        found.push(...problems.map((problem) => `${part.name}, ${name}: ${problem}`))
      }
    }
  }
  expect(found).toEqual([])
}

const problemsOf = async (page: Page, { name, address, open }: Part): Promise<string[]> => {
  await page.goto(address)
  await settled(page)
  const opened = await open(page)
  await opened.waitFor()
  await settled(page)
  const problems = await violations(page)
  expect(await opened.isVisible(), name).toBe(true)
  return problems
}
