import type { migrations as source } from '../en-gb/migrations.ts'
import type { Translation } from './translation.ts'

export const migrations: Translation<typeof source, 'migrations' | 'migration'> = {
  'page.migrations': 'Migrações',
  'noun.migrations': 'migrações',
  'noun.migration_exports': 'exportações da plataforma legada',
  'done.migration.settings_updated': 'Alterou o que as migrações não tocam',
  'done.migration.part_uploaded': 'Enviou uma parte de uma exportação',
  'done.migration.started': 'Iniciou uma migração',
  'done.migration.changed': 'Parou ou retomou uma migração',
  'done.migration.finished': 'Terminou uma migração',
  'tried.PUT /account/migration': 'Tentou alterar o que as migrações não tocam',
  'tried.PUT /migration_exports/{folder}': 'Tentou enviar uma parte de uma exportação',
  'tried.POST /migrations': 'Tentou iniciar uma migração',
  'tried.POST /migrations/{migration_id}': 'Tentou parar ou retomar uma migração',
  'param.migration_id': 'Migração',
  'param.folder': 'Pasta',
  'action.migrations:read': 'Ver migrações da plataforma legada',
  'action.migrations:write': 'Executar migrações e alterar suas configurações',
  'refusal.migration.illegal_transition': 'A migração já está em outro estado; carregue-a de novo',
  'refusal.migration.no_export': 'Não há uma exportação completa nesta pasta',
  'refusal.migration.running': 'Uma migração desta conta já está em andamento',
  'refusal.migration.part_too_large': 'Uma parte de um arquivo é grande demais',
}
