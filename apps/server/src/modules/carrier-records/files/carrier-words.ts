import { type CarrierMapping, type CarrierRecordType, foldedText as folded } from '@holdfast/contract'

type Words = CarrierMapping['words']

/** What carriers usually write, without case and accents. */
const usual: Words = {
  inbound: [
    'i',
    'in',
    'inbound',
    'incoming',
    'mt',
    'mtc',
    'received',
    'terminating',
    'entrada',
    'recebida',
    'recebido',
    'entrante',
  ],
  outbound: [
    'o',
    'out',
    'outbound',
    'outgoing',
    'mo',
    'moc',
    'sent',
    'originating',
    'saida',
    'realizada',
    'enviada',
    'enviado',
    'originada',
  ],
  call: ['call', 'voice', 'voice call', 'speech', 'telephony', 'voz', 'chamada', 'chamada de voz', 'ligacao'],
  sms: ['sms', 'text', 'text message', 'torpedo'],
  mms: ['mms', 'picture message', 'multimedia'],
  ignored: ['data', 'gprs', 'internet', 'dados', 'navegacao'],
}

const isWord = (text: string, kind: keyof Words, { words }: CarrierMapping): boolean =>
  words[kind].some((word) => folded(word.trim()) === text) || usual[kind].includes(text)

/** `null` for an empty cell; `undefined` for a word that is not known. */
export const directionOf = (cell: string, mapping: CarrierMapping): 'I' | 'O' | null | undefined => {
  const text = folded(cell)
  if (text === '') return null
  if (isWord(text, 'inbound', mapping)) return 'I'
  return isWord(text, 'outbound', mapping) ? 'O' : undefined
}

const types = { call: 'Call', sms: 'SMS', mms: 'MMS', ignored: 'ignored' } as const

/** `undefined` for a word that is not known. */
export const typeOf = (cell: string, mapping: CarrierMapping): CarrierRecordType | 'ignored' | undefined => {
  const text = folded(cell)
  const kind = (['ignored', 'call', 'sms', 'mms'] as const).find((one) => isWord(text, one, mapping))
  return kind && types[kind]
}
