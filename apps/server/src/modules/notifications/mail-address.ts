/** One address and nothing else: the identity provider of a customer may claim any text. */
const singleAddress = /^[^\s@<>",;:()]{1,64}@[^\s@<>",;:()]{1,190}$/

/** Where e-mails to somebody go; `null` for people without an address, and for people who were removed. */
export const mailAddressOf = (person: { email: string | null; is_active: boolean } | undefined): string | null =>
  person?.is_active && person.email && singleAddress.test(person.email) ? person.email : null
