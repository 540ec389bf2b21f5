import type { payloadDeletion as source } from '../en-gb/payload-deletion.ts'
import type { Translation } from './translation.ts'

export const payloadDeletion: Translation<typeof source, 'deletion'> = {
  'deletion.delete': 'Excluir',
  'deletion.title': 'Excluir esta gravação?',
  'deletion.body':
    'Ninguém mais poderá reproduzi-la ou baixá-la. Ela pode ser restaurada por alguém cujo papel permita, até que a retenção a destrua.',
  'deletion.title_of': 'Excluir {count, plural, one {# gravação} other {# gravações}}?',
  'deletion.body_of':
    'Ninguém mais poderá reproduzi-las ou baixá-las. Elas podem ser restauradas por alguém cujo papel permita, até que a retenção as destrua.',
  'deletion.restore_title_of': 'Restaurar {count, plural, one {# gravação} other {# gravações}}?',
  'deletion.restore_body_of': 'Cada uma volta ao estado anterior à exclusão.',
  'deletion.reason_hint_of': 'O mesmo para todas. Quem pode ver uma delas pode lê-lo.',
  'deletion.item_deleted': 'Excluída',
  'deletion.reason': 'Motivo',
  'deletion.reason_hint': 'Quem pode ver esta gravação pode lê-lo.',
  'deletion.done': 'Gravação excluída',
  'deletion.deleted': 'Esta gravação foi excluída',
  'deletion.no_reason': 'Nenhum motivo foi registrado.',
  'deletion.restore': 'Restaurar',
  'deletion.restored': 'Gravação restaurada',
  'event.payload_restored': 'Restaurada',
  'did.POST /payloads/delete': 'Excluiu gravações',
  'did.POST /payloads/restore': 'Restaurou gravações',
  'did.POST /payloads/{payload_reference}/restore': 'Restaurou uma gravação',
}
