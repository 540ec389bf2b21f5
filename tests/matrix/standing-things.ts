/** What stands in the customer's account and in the provider's alike, so that every call has something to be about. */

export const customer = 'acme'
export const otherCustomer = 'globex'
export const provider = 'admin'

/** The desk is tagged, and the custom roles reach it; the back office is not, and no custom role knows of it. */
export const desk = { group_reference: 'Desk', tags: [{ tag_key: 'region', tag_value: 'EMEA' }] }
export const backOffice = { group_reference: 'Back office', tags: [] }
export const groups = [desk, backOffice]

interface Belongings {
  group: string
  device_reference: string
  device_user_reference: string
  app_reference: string
  /** Of the type Call. */
  payload_reference: string
}

export const ofDesk: Belongings = {
  group: desk.group_reference,
  device_reference: 'DESK-1',
  device_user_reference: 'ana.reis',
  app_reference: 'desk archiver',
  payload_reference: '01ARZ3NDEKTSV4RRFFQ69G5F01',
}
export const ofBackOffice: Belongings = {
  group: backOffice.group_reference,
  device_reference: 'BACK-1',
  device_user_reference: 'rui.melo',
  app_reference: 'back archiver',
  payload_reference: '01ARZ3NDEKTSV4RRFFQ69G5F02',
}
export const belongings = [ofDesk, ofBackOffice]

/** Of the desk, and of a type that no custom role reaches. */
export const interview = '01ARZ3NDEKTSV4RRFFQ69G5F03'

/** Asked for and not decided on, at the customer. */
export const pendingRequest = '01ARZ3NDEKTSV4RRFFQ69G5F04'

export const nothing = '01ARZ3NDEKTSV4RRFFQ69G5FAV'
export const appIssuer = 'https://issuer.example'
export const appAudience = (app_reference: string): string => `https://holdfast.example/${app_reference}`

/** Somebody of whom it is asked why they may. */
export const subject = 'sofia.lind'
