import type { DemoPerson } from '../demo-customers.ts'

/** The person with this reference. */
export const named = (user_reference: string, people: readonly DemoPerson[]): DemoPerson => {
  const person = people.find((one) => one.user_reference === user_reference)
  if (!person) throw new Error(`there is no ${user_reference} in the demonstration`)
  return person
}
