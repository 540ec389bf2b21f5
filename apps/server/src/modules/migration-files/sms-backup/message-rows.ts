import type { MessageContent, PayloadMeta } from '@holdfast/contract'
import type { RowReading } from '../legacy-rows.ts'
import { say } from '../sentences.ts'
import type { Attributes } from './backup-elements.ts'
import type { BackupItem } from './backup-item.ts'
import { attribute, checkedRow, contactName, referenceOf } from './backup-values.ts'

/** `type` of an SMS and `msg_box` of an MMS, as Android has them. */
const boxes: Record<string, 'I' | 'O' | undefined> = { '1': 'I', '2': 'O' }
const unsent: Record<string, string | undefined> = {
  '3': say('draft'),
  '4': say('not_sent_yet'),
  '5': say('not_sent'),
  '6': say('not_sent_yet'),
}

const directionOf = (box: string | null, problems: string[]): 'I' | 'O' => {
  const direction = boxes[box ?? '']
  if (direction) return direction
  problems.push(unsent[box ?? ''] ?? say('message_type'))
  return 'I'
}

export const smsRow = (item: BackupItem): RowReading => {
  const { attributes } = item
  const problems = [...item.problems]
  const number = attribute(attributes, 'address')
  const direction = directionOf(attribute(attributes, 'type'), problems)
  const text = attributes.body ?? ''
  if (attributes.body === undefined) problems.push(say('no_body'))
  const name = contactName(attributes)
  const role = direction === 'I' ? 'from' : 'to'
  const content: MessageContent = { text }
  return checkedRow(item, problems, (payload_time) => ({
    reference: referenceOf('sms', item.owner, [number, payload_time, direction, text]),
    payload_type: 'SMS',
    numbers: [number],
    meta: {
      direction,
      message_parties: [{ phone_number: number, role, ...(name && { name }) }],
      content_type: 'application/json',
    },
    content,
  }))
}

/** `type` of an address of an MMS (PduHeaders of Android). */
const roles = { '137': 'from', '151': 'to', '130': 'cc', '129': 'bcc' } as const

/** Android writes it in the place of the phone's own number. */
const ownNumber = 'insert-address-token'

export const mmsRow = (item: BackupItem): RowReading => {
  const { attributes } = item
  const problems = [...item.problems]
  const box = directionOf(attribute(attributes, 'msg_box'), problems)
  const listed = (attribute(attributes, 'address') ?? '').split('~').filter((one) => one !== '' && one !== ownNumber)
  const { parties, isCopied } = withoutOwn(item, partiesOf(item, box), { box, listed })
  const others = parties.filter(({ role }) => (box === 'I' ? role === 'from' : role !== 'from'))
  const numbers = listed.length > 0 ? [...new Set(listed)] : others.map(({ phone_number }) => phone_number)
  const content = contentOf(item, problems)
  const meta: PayloadMeta = {
    direction: isCopied ? 'CC' : box,
    message_parties: parties,
    content_type: 'application/json',
  }
  const missing =
    content.attachments?.filter((one) => one.content === '').map((one) => one.name ?? one.media_type ?? '') ?? []
  const row = checkedRow(item, problems, (payload_time) => ({
    reference: referenceOf('mms', item.owner, [
      attribute(attributes, 'm_id') ?? attribute(attributes, 'tr_id') ?? JSON.stringify(content),
      numbers.join('~'),
      payload_time,
      box,
    ]),
    payload_type: 'MMS',
    numbers: numbers.length > 0 ? numbers : [null],
    meta,
    content,
  }))
  return missing.length === 0
    ? row
    : {
        ...row,
        warnings: [...row.warnings, say('no_attachment', { names: missing.slice(0, 5).join(', ') || '?' })],
      }
}

type Party = NonNullable<PayloadMeta['message_parties']>[number]

/** Everybody but the phone itself, which the backup often leaves unnamed. */
const partiesOf = ({ attributes, addresses }: BackupItem, box: 'I' | 'O'): Party[] => {
  const name = contactName(attributes)
  const address = attribute(attributes, 'address')
  const isOne = address !== null && !address.includes('~')
  const parties = addresses.flatMap((one): Party[] => {
    const number = attribute(one, 'address')
    const role = roles[one.type as keyof typeof roles]
    if (number === null || number === ownNumber || !role) return []
    return [{ phone_number: number, role, ...(isOne && name && number === address && { name }) }]
  })
  if (parties.length > 0 || address === null) return parties
  return address
    .split('~')
    .map((phone_number): Party => ({ phone_number, role: box === 'I' ? 'from' : 'to', ...(isOne && name && { name }) }))
}

/**
 * The parties without the phone's own number: the sender of a sent message, and the one recipient of a received message who is not among
 * the numbers of its conversation. If there are several, any of them may be the phone, and all stay.
 */
const withoutOwn = (
  { addresses }: BackupItem,
  parties: Party[],
  { box, listed }: { box: 'I' | 'O'; listed: readonly string[] },
): { parties: Party[]; isCopied: boolean } => {
  if (box === 'O') {
    const others = parties.filter(({ role }) => role !== 'from')
    return { parties: others.length > 0 ? others : parties, isCopied: false }
  }
  const isListed = new Set(listed.map(endingOf))
  const recipients = parties.filter(({ role }) => role !== 'from')
  const unlisted = recipients.filter(({ phone_number }) => !isListed.has(endingOf(phone_number ?? '')))
  const isUnnamed = addresses.some((one) => one.address === ownNumber && one.type !== '137')
  const isFound = unlisted.length === 1 && (listed.length > 1 || (listed.length === 1 && !isUnnamed))
  const copies = recipients.length - (isFound ? 1 : 0)
  return {
    parties: isFound ? parties.filter((party) => party !== unlisted[0]) : parties,
    isCopied: copies > (isFound || isUnnamed ? 0 : 1),
  }
}

/** The end of a number is the same with and without its country code. */
const endingOf = (number: string): string => {
  const digits = number.replace(/\D/g, '')
  return digits.length < 9 ? number : digits.slice(-9)
}

/** Texts become the text of the message, everything but its layout (SMIL) an attachment. */
const contentOf = ({ attributes, parts }: BackupItem, problems: string[]): MessageContent => {
  const texts: string[] = []
  const attachments: NonNullable<MessageContent['attachments']> = []
  for (const part of parts) {
    const type = attribute(part, 'ct') ?? 'application/octet-stream'
    if (type === 'application/smil') continue
    const text = part.text === 'null' ? undefined : part.text
    if (type === 'text/plain' && attribute(part, 'data') === null) texts.push(part.text ?? '')
    else attachments.push(attachmentOf(part, type, text, problems))
  }
  const subject = attribute(attributes, 'sub')
  return { text: texts.join('\n'), ...(subject && { subject }), attachments }
}

const attachmentOf = (part: Attributes, media_type: string, text: string | undefined, problems: string[]) => {
  const name = attribute(part, 'name') ?? attribute(part, 'fn') ?? attribute(part, 'cl')
  const data = attribute(part, 'data')?.replace(/\s+/g, '') ?? null
  if (data !== null && !isBase64(data) && problems.length < 10) {
    problems.push(say('bad_attachment', { name: name?.slice(0, 100) ?? '?' }))
  }
  return { name, media_type, content: data ?? Buffer.from(text ?? '').toString('base64') }
}

const isBase64 = (text: string): boolean => text.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(text)
