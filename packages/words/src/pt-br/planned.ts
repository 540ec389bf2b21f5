import type { Translation } from './translation.ts'

/** Actions and refusals of nouns that have no screens yet. */
export const planned: Translation<object, 'migrations' | 'migration'> = {
  'action.migrations:read': 'Ver migrações da plataforma legada',
  'action.migrations:write': 'Executar migrações e alterar suas configurações',
  'refusal.migration.illegal_transition': 'A migração já está em outro estado; carregue-a de novo',
}
