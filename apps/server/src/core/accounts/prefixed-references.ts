const staff = 'admin/'
const app = 'app/'
const transfer = 'transfer/'

/**
 * The reference of a member of the provider's staff in a customer's account. Both accounts choose their own references: without
 * the prefix, `helen.ward` of the staff would be mistaken for `helen.ward` of the customer.
 */
export const visitorReference = (staff_reference: string): string => `${staff}${staff_reference}`

/**
 * The reference of a client app wherever a record says who did something. Customers name their apps: without the prefix, an
 * app named `helen.ward` would write as that person.
 */
export const appUserReference = (app_reference: string): string => `${app}${app_reference}`

/** The reference of the archive to which a configuration transfers, where a record says who confirmed its receipt. */
export const transferUserReference = (transfer_config_reference: string): string =>
  `${transfer}${transfer_config_reference}`

/** Whether it is the reference of staff in a customer's account. */
export const isVisitorReference = (user_reference: string): boolean => user_reference.startsWith(staff)

/** The client app behind such a reference; `null` for any other reference. */
export const appReferenceIn = (user_reference: string): string | null =>
  user_reference.startsWith(app) ? user_reference.slice(app.length) : null

/** Whether it is a reference of staff, of a client app or of an archive. No customer's own people have such a reference (verify-token.ts). */
export const isPrefixedReference = (user_reference: string): boolean =>
  isVisitorReference(user_reference) || [app, transfer].some((prefix) => user_reference.startsWith(prefix))
