import type { DemoCustomer } from '../demo-customers.ts'
import { demoPerson } from '../demo-people.ts'

/** A person with whom device users communicate. */
export interface Contact {
  number: string
  name: string
}

const contactCount = 90
/** The first index in `demoPerson` for contacts. Lower ones are for device users. */
const firstStranger = 400

const padded = (number: number, digits: number): string => String(number).padStart(digits, '0')

/** British numbers are in the ranges that are reserved for drama. Brazil reserves none; 90000-xxxx is unassigned. */
export const handsetNumber = ({ locale }: DemoCustomer, number: number): string =>
  locale === 'en-GB' ? `+447700900${padded(number, 3)}` : `+551190000${padded(number, 4)}`

export const contactsOf = (customer: DemoCustomer): Contact[] =>
  Array.from({ length: contactCount }, (_, index) => {
    const { first_name, surname } = demoPerson(customer.client, customer.locale, firstStranger + index)
    return { number: contactNumber(customer, index), name: `${first_name} ${surname}` }
  })

const contactNumber = ({ locale }: DemoCustomer, index: number): string => {
  if (locale === 'pt-BR') return index % 3 === 0 ? `+55113000${padded(index, 4)}` : `+551190001${padded(index, 4)}`
  if (index % 5 === 4) return `+1212555${padded(100 + index, 4)}`
  return index % 2 === 0 ? `+442079460${padded(100 + index, 3)}` : `+447700900${padded(500 + index, 3)}`
}

/** Personal numbers, such as those of relatives, a school or a doctor. */
export const privateNumber = ({ locale }: DemoCustomer, index: number): string =>
  locale === 'en-GB' ? `+447700900${padded(800 + index, 3)}` : `+551190009${padded(index, 4)}`
