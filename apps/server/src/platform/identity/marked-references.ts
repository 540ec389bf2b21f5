const staff = 'admin/'
const app = 'app/'

/**
 * What a member of the provider's staff is called in a customer's account. Both keep their own names for people: without the
 * prefix, `helen.ward` of the staff would be taken for `helen.ward` of the customer.
 */
export const visitorReference = (staff_reference: string): string => `${staff}${staff_reference}`

/**
 * What a client app is called wherever a record says who did something. Whoever makes apps names them, and without the
 * prefix one named `helen.ward` would write as the person.
 */
export const appAuthor = (app_reference: string): string => `${app}${app_reference}`

/** Whether it is what staff are called in a customer's account. */
export const isVisitorReference = (user_reference: string): boolean => user_reference.startsWith(staff)

/** The reference of the client app that is called like this; null for what is called otherwise. */
export const appReferenceIn = (user_reference: string): string | null =>
  user_reference.startsWith(app) ? user_reference.slice(app.length) : null

/** Whether it is what staff or client apps are called; no customer's own people have such a reference (verify-token.ts). */
export const isMarkedReference = (user_reference: string): boolean =>
  isVisitorReference(user_reference) || user_reference.startsWith(app)
