import { internalSystemRoles, systemRoles } from '@holdfast/access'
import { messages } from '@holdfast/words/en-gb'
import { expect, test } from 'vitest'
import { roleDescription } from '../src/shared/access/role-description.ts'

const texts: Readonly<Record<string, string>> = messages
const inEnglish = (id: string): string => texts[id] ?? id

test.each([...systemRoles, ...internalSystemRoles])('$role_reference has a translated description', (role) => {
  expect(roleDescription({ ...role, is_system: true }, inEnglish)?.replaceAll('’', "'")).toBe(role.description)
})

test("a customer's role keeps its author's description, whatever its name", () => {
  const own = { role_reference: 'Reviewer', is_system: false, description: 'The desk' }
  expect(roleDescription(own, inEnglish)).toBe('The desk')
})
