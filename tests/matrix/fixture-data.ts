/**
 * Fixtures that exist in both the customer's and the provider's account, so that every call has something to be about.
 */

export const customer = 'acme'
export const otherCustomer = 'globex'
export const provider = 'admin'

/** The desk is tagged, and the custom roles apply to it; the back office is not, and they do not apply to it. */
export const desk = { group_reference: 'Desk', tags: [{ tag_key: 'region', tag_value: 'EMEA' }] }
export const backOffice = { group_reference: 'Back office', tags: [] }
export const groups = [desk, backOffice]

interface GroupFixture {
  group: string
  device_reference: string
  device_user_reference: string
  app_reference: string
  /** The reference of a recording of type Call. */
  payload_reference: string
  /** The reference of a log line of the device. */
  log_id: string
  /** The reference of a message, in a conversation on the device. */
  message_reference: string
  /** The reference of a gap in the numbers of the device. */
  gap_reference: string
}

export const deskFixture: GroupFixture = {
  group: desk.group_reference,
  device_reference: 'DESK-1',
  device_user_reference: 'ana.reis',
  app_reference: 'desk archiver',
  payload_reference: '01ARZ3NDEKTSV4RRFFQ69G5F01',
  message_reference: '01ARZ3NDEKTSV4RRFFQ69G5F05',
  gap_reference: '01ARZ3NDEKTSV4RRFFQ69G5F07',
  log_id: '01ARZ3NDEKTSV4RRFFQ69G5F01-desk-line',
}
export const backOfficeFixture: GroupFixture = {
  group: backOffice.group_reference,
  device_reference: 'BACK-1',
  device_user_reference: 'rui.melo',
  app_reference: 'back archiver',
  payload_reference: '01ARZ3NDEKTSV4RRFFQ69G5F02',
  message_reference: '01ARZ3NDEKTSV4RRFFQ69G5F06',
  gap_reference: '01ARZ3NDEKTSV4RRFFQ69G5F08',
  log_id: '01ARZ3NDEKTSV4RRFFQ69G5F02-back-line',
}
export const groupFixtures = [deskFixture, backOfficeFixture]

/** A personal number of the device users of both groups, and one that is not. */
export const personalNumber = '+447700900555'
export const otherNumber = '+447700900556'

/** A recording of the desk, of a type that no custom role allows. */
export const interview = '01ARZ3NDEKTSV4RRFFQ69G5F03'

/** The conversation of the messages on both devices. */
export const thread = 'lunch'

/** A pending request at the customer. */
export const pendingRequest = '01ARZ3NDEKTSV4RRFFQ69G5F04'

export const unknownReference = '01ARZ3NDEKTSV4RRFFQ69G5FAV'
export const appIssuer = 'https://issuer.example'
export const appAudience = (app_reference: string): string => `https://holdfast.example/${app_reference}`

/** The person whom requests for explanations ask about. */
export const explainedPerson = 'sofia.lind'
