import type { payloadAmendments as source } from '../en-gb/payload-amendments.ts'
import type { Translation } from './translation.ts'

export const payloadAmendments: Translation<typeof source, 'amending'> = {
  'amend.open': 'Corrigir',
  'amend.title': 'Corrigir detalhes',
  'amend.body':
    'O original do dispositivo é mantido e mostrado ao lado da sua correção. Esvazie um campo para mostrar de novo o original.',
  'amend.names': 'Nomes',
  'amend.no_name': 'sem nome',
  'amend.no_notes': 'sem notas',
  'amend.personal': 'Gravação pessoal',
  'amend.personal_hint': 'Ninguém pode reproduzir, baixar ou transferir o conteúdo.',
  'amend.personal_number':
    'Esta gravação é com um número pessoal do usuário do dispositivo. Isso não pode ser alterado aqui.',
  'why.marked_personal_title': 'Foi marcada como pessoal',
  'amend.personal_by': 'Marcada como pessoal',
  'amend.reason_missing': 'Diga o motivo.',
  'amend.by': 'Corrigido por {who},',
  'amend.marked_by': 'Por {who},',
  'amend.was': 'O dispositivo informou: {was}',
  'amend.was_nothing': 'O dispositivo não informou nada.',
  'amend.corrected_name': 'Uma pessoa corrigiu o nome',
  'event.payload_amended': 'Corrigida',
  'did.PUT /payloads/{payload_reference}': 'Corrigiu detalhes de uma gravação',
}
