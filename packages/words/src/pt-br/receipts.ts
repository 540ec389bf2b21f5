import type { receipts as source } from '../en-gb/receipts.ts'
import type { Translation } from './translation.ts'

export const receipts: Translation<typeof source, 'receipts' | 'receipt'> = {
  'receipts.confirm': 'Confirmar recebimento',
  'receipts.title': 'Confirmar o recebimento?',
  'receipts.body':
    'Você confirma que o conteúdo desta gravação foi recebido. Isso fica registrado com seu nome e não pode ser desfeito.',
  'receipts.note': 'Observação',
  'receipts.note_hint': 'Opcional. Quem pode ver esta gravação pode lê-la.',
  'receipts.title_of': 'Confirmar o recebimento de {count, plural, one {# gravação} other {# gravações}}?',
  'receipts.body_of':
    'Você confirma que o conteúdo de cada uma destas gravações foi recebido. Isso fica registrado com seu nome e não pode ser desfeito.',
  'receipts.note_hint_of': 'Opcional. Fica guardada com cada gravação; quem pode vê-la pode ler a observação.',
  'receipts.item_confirmed': 'Recebimento confirmado',
  'receipts.own': 'Você confirmou o recebimento desta gravação.',
  'receipts.done': 'Recebimento confirmado',
  'event.payload_receipt_confirmed': 'Confirmou o recebimento',
  'did.POST /receipts': 'Confirmou o recebimento de gravações',
  'action.receipts:write': 'Confirmar o recebimento de gravações',
  'refusal.receipt.no_content': 'Só o recebimento de gravações processadas pode ser confirmado',
  'refusal.receipt.personal': 'Ninguém recebe o conteúdo de gravações com um número pessoal',
}
