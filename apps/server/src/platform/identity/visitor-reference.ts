/** No customer's own people have such a reference (verify-token.ts). */
const prefix = 'admin/'

/**
 * What a member of the provider's staff is called in a customer's account. Both keep their own names for people: without the
 * prefix, `helen.ward` of the staff would be taken for `helen.ward` of the customer.
 */
export const visitorReference = (staff_reference: string): string => `${prefix}${staff_reference}`

export const isVisitorReference = (user_reference: string): boolean => user_reference.startsWith(prefix)
