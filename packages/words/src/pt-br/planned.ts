import type { Translation } from './translation.ts'

/** Actions and refusals of nouns that have no screens yet. */
export const planned: Translation<object, 'transfers' | 'migrations' | 'transfer' | 'migration'> = {
  'action.transfers:read': 'Ver transferências e sua configuração',
  'action.transfers:write': 'Alterar configurações de transferência',
  'action.transfers:run': 'Executar transferências agora',
  'action.migrations:read': 'Ver migrações da plataforma legada',
  'action.migrations:write': 'Executar migrações e alterar suas configurações',
  'refusal.transfer.illegal_transition': 'A transferência já está em outro estado; carregue-a de novo',
  'refusal.migration.illegal_transition': 'A migração já está em outro estado; carregue-a de novo',
}
